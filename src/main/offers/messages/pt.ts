/** The texts of an offer in Portuguese. */
import type { OfferMessages } from './messages.ts';

export const PT: OfferMessages = {
  subject: '{count, plural, one {A nossa proposta: {place}} other {A nossa proposta: # alojamentos}}',
  title: 'A nossa proposta para si',
  greeting: 'Estimado(a) {name},',
  greetingWithoutName: 'Estimado(a) cliente,',
  intro:
    '{count, plural, one {Agradecemos o seu interesse. Temos o prazer de lhe propor este alojamento:} other {Agradecemos o seu interesse. Temos o prazer de lhe propor estes # alojamentos. Escolha aquele de que mais gostar:}}',
  arrival: 'Chegada',
  departure: 'Partida',
  stay: '{nights, plural, one {# noite} other {# noites}}{guests, plural, =0 {} one {, # hóspede} other {, # hóspedes}}',
  sleeps: '{guests, plural, =0 {} one {Para # hóspede} other {Até # hóspedes}}',
  bedrooms: '{bedrooms, plural, =0 {} one {# quarto} other {# quartos}}',
  party:
    '{adults, plural, =0 {} one {# adulto} other {# adultos}}{children, plural, =0 {} one {, # criança} other {, # crianças}}{infants, plural, =0 {} one {, # bebé} other {, # bebés}}',
  included: 'Incluído',
  ratePlan: 'Tarifa',
  cancellation: 'Cancelamento',
  total: 'Total',
  ourTotal: 'Total (calculado por nós)',
  validUntil: 'Este preço é válido até {when}.',
  confirmSubject: 'A sua reserva: {place}',
  confirmTitle: 'A sua reserva está confirmada',
  confirmIntro: 'Obrigado pela sua reserva. Aqui está tudo aquilo de que precisa para a sua estadia:',
  requestSubject: 'O seu pedido de reserva: {place}',
  requestTitle: 'Recebemos o seu pedido de reserva',
  requestIntro: 'Obrigado pelo seu pedido de reserva. Esta é a estadia que pediu:',
  code: 'Código de confirmação',
  address: 'Morada',
  arriveFrom: '{day}, a partir das {time}',
  leaveUntil: '{day}, até às {time}',
  next: 'Próximos passos',
  confirmNext:
    'Por favor, verifique as datas e o número de hóspedes. Responda a esta mensagem se algo não estiver correto ou se tiver alguma dúvida.',
  requestNext: 'A reserva ainda não está confirmada. Escrever-lhe-emos assim que for aceite.',
  closing: 'Com os melhores cumprimentos',
};

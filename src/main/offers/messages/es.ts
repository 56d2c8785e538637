/** The texts of an offer in Spanish. */
import type { OfferMessages } from './messages.ts';

export const ES: OfferMessages = {
  subject: '{count, plural, one {Nuestra oferta: {place}} other {Nuestra oferta: # alojamientos}}',
  title: 'Su oferta',
  greeting: 'Estimado/a {name}:',
  greetingWithoutName: 'Estimado/a cliente:',
  intro:
    '{count, plural, one {Gracias por su interés. Nos complace ofrecerle este alojamiento:} other {Gracias por su interés. Nos complace ofrecerle estos # alojamientos. Elija el que más le guste:}}',
  arrival: 'Llegada',
  departure: 'Salida',
  stay: '{nights, plural, one {# noche} other {# noches}}{guests, plural, =0 {} one {, # huésped} other {, # huéspedes}}',
  sleeps: '{guests, plural, =0 {} one {Para # huésped} other {Hasta # huéspedes}}',
  bedrooms: '{bedrooms, plural, =0 {} one {# dormitorio} other {# dormitorios}}',
  party:
    '{adults, plural, =0 {} one {# adulto} other {# adultos}}{children, plural, =0 {} one {, # niño} other {, # niños}}{infants, plural, =0 {} one {, # bebé} other {, # bebés}}',
  included: 'Incluido',
  ratePlan: 'Tarifa',
  cancellation: 'Cancelación',
  total: 'Total',
  ourTotal: 'Total (calculado por nosotros)',
  validUntil: 'Este precio es válido hasta el {when}.',
  confirmSubject: 'Su reserva: {place}',
  confirmTitle: 'Su reserva está confirmada',
  confirmIntro: 'Gracias por su reserva. Aquí tiene todo lo que necesita para su estancia:',
  requestSubject: 'Su solicitud de reserva: {place}',
  requestTitle: 'Hemos recibido su solicitud de reserva',
  requestIntro: 'Gracias por su solicitud de reserva. Esta es la estancia que ha solicitado:',
  code: 'Código de confirmación',
  address: 'Dirección',
  arriveFrom: '{day}, a partir de las {time}',
  leaveUntil: '{day}, antes de las {time}',
  next: 'Próximos pasos',
  confirmNext:
    'Por favor, compruebe las fechas y el número de huéspedes. Responda a este mensaje si algo no es correcto o si tiene alguna pregunta.',
  requestNext: 'La reserva aún no está confirmada. Le escribiremos en cuanto sea aceptada.',
  closing: 'Un cordial saludo',
};

/** The texts of an offer in Italian. */
import type { OfferMessages } from './messages.ts';

export const IT: OfferMessages = {
  subject: '{count, plural, one {La nostra offerta: {place}} other {La nostra offerta: # alloggi}}',
  title: 'La sua offerta',
  greeting: 'Gentile {name},',
  greetingWithoutName: 'Buongiorno,',
  intro:
    '{count, plural, one {grazie per il suo interesse. Siamo lieti di proporle questo alloggio:} other {grazie per il suo interesse. Siamo lieti di proporle questi # alloggi. Scelga quello che preferisce:}}',
  arrival: 'Arrivo',
  departure: 'Partenza',
  stay: '{nights, plural, one {# notte} other {# notti}}{guests, plural, =0 {} one {, # ospite} other {, # ospiti}}',
  sleeps: '{guests, plural, =0 {} one {Per # ospite} other {Fino a # ospiti}}',
  bedrooms: '{bedrooms, plural, =0 {} one {# camera da letto} other {# camere da letto}}',
  party:
    '{adults, plural, =0 {} one {# adulto} other {# adulti}}{children, plural, =0 {} one {, # bambino} other {, # bambini}}{infants, plural, =0 {} one {, # neonato} other {, # neonati}}',
  included: 'Incluso',
  ratePlan: 'Tariffa',
  cancellation: 'Cancellazione',
  total: 'Totale',
  ourTotal: 'Totale (calcolato da noi)',
  validUntil: 'Questo prezzo è valido fino a {when}.',
  confirmSubject: 'La sua prenotazione: {place}',
  confirmTitle: 'La sua prenotazione è confermata',
  confirmIntro: 'grazie per la sua prenotazione. Ecco tutto ciò che le serve per il soggiorno:',
  requestSubject: 'La sua richiesta di prenotazione: {place}',
  requestTitle: 'Abbiamo ricevuto la sua richiesta di prenotazione',
  requestIntro: 'grazie per la sua richiesta di prenotazione. Questo è il soggiorno che ha richiesto:',
  code: 'Codice di conferma',
  address: 'Indirizzo',
  arriveFrom: '{day}, dalle {time}',
  leaveUntil: '{day}, entro le {time}',
  next: 'I prossimi passi',
  confirmNext:
    'La preghiamo di controllare le date e il numero di ospiti. Risponda a questo messaggio se qualcosa non è corretto o se ha una domanda.',
  requestNext: 'La prenotazione non è ancora confermata. Le scriveremo non appena sarà accettata.',
  closing: 'Cordiali saluti',
};

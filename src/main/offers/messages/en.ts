/** The texts of an offer in English. */
import type { OfferMessages } from './messages.ts';

export const EN: OfferMessages = {
  subject: '{count, plural, one {Our offer: {place}} other {Our offer: # places to stay}}',
  title: 'Your offer',
  greeting: 'Dear {name},',
  greetingWithoutName: 'Hello,',
  intro:
    '{count, plural, one {Thank you for your interest. We are happy to offer you this place:} other {Thank you for your interest. We are happy to offer you these # places. Choose the one that you like best:}}',
  arrival: 'Arrival',
  departure: 'Departure',
  stay: '{nights, plural, one {# night} other {# nights}}{guests, plural, =0 {} one {, # guest} other {, # guests}}',
  sleeps: '{guests, plural, =0 {} one {Sleeps # guest} other {Sleeps # guests}}',
  bedrooms: '{bedrooms, plural, =0 {} one {# bedroom} other {# bedrooms}}',
  party:
    '{adults, plural, =0 {} one {# adult} other {# adults}}{children, plural, =0 {} one {, # child} other {, # children}}{infants, plural, =0 {} one {, # infant} other {, # infants}}',
  included: 'Included',
  ratePlan: 'Rate',
  cancellation: 'Cancellation',
  total: 'Total',
  ourTotal: 'Total (our sum)',
  validUntil: 'This price is valid until {when}.',
  confirmSubject: 'Your booking: {place}',
  confirmTitle: 'Your booking is confirmed',
  confirmIntro: 'Thank you for your booking. Here is what you need for your stay:',
  requestSubject: 'Your booking request: {place}',
  requestTitle: 'We have received your booking request',
  requestIntro: 'Thank you for your booking request. This is the stay that you asked for:',
  code: 'Confirmation code',
  address: 'Address',
  arriveFrom: '{day}, from {time}',
  leaveUntil: '{day}, by {time}',
  next: 'What comes next',
  confirmNext:
    'Please check the dates and the number of guests. Reply to this message if something is wrong or if you have a question.',
  requestNext: 'The booking is not yet confirmed. We will write to you as soon as it is accepted.',
  closing: 'Kind regards',
};

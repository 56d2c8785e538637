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
  closing: 'Kind regards',
};

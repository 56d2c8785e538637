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
  closing: 'Un cordial saludo',
};

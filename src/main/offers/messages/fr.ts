/** The texts of an offer in French. */
import type { OfferMessages } from './messages.ts';

export const FR: OfferMessages = {
  subject: '{count, plural, one {Notre offre\u00A0: {place}} other {Notre offre\u00A0: # hébergements}}',
  title: 'Votre offre',
  greeting: 'Bonjour {name},',
  greetingWithoutName: 'Bonjour,',
  intro:
    '{count, plural, one {Merci de votre intérêt. Nous avons le plaisir de vous proposer cet hébergement\u00A0:} other {Merci de votre intérêt. Nous avons le plaisir de vous proposer ces # hébergements. Choisissez celui qui vous plaît le plus\u00A0:}}',
  arrival: 'Arrivée',
  departure: 'Départ',
  stay: '{nights, plural, one {# nuit} other {# nuits}}{guests, plural, =0 {} one {, # personne} other {, # personnes}}',
  sleeps: '{guests, plural, =0 {} one {Pour # personne} other {Jusqu’à # personnes}}',
  bedrooms: '{bedrooms, plural, =0 {} one {# chambre} other {# chambres}}',
  party:
    '{adults, plural, =0 {} one {# adulte} other {# adultes}}{children, plural, =0 {} one {, # enfant} other {, # enfants}}{infants, plural, =0 {} one {, # bébé} other {, # bébés}}',
  included: 'Inclus',
  ratePlan: 'Tarif',
  cancellation: 'Annulation',
  total: 'Total',
  ourTotal: 'Total (calculé par nos soins)',
  validUntil: 'Ce prix est valable jusqu’au {when}.',
  confirmSubject: 'Votre réservation\u00A0: {place}',
  confirmTitle: 'Votre réservation est confirmée',
  confirmIntro: 'Merci pour votre réservation. Voici tout ce qu’il vous faut pour votre séjour\u00A0:',
  requestSubject: 'Votre demande de réservation\u00A0: {place}',
  requestTitle: 'Nous avons bien reçu votre demande de réservation',
  requestIntro: 'Merci pour votre demande de réservation. Voici le séjour que vous avez demandé\u00A0:',
  code: 'Code de confirmation',
  address: 'Adresse',
  arriveFrom: '{day}, à partir de {time}',
  leaveUntil: '{day}, avant {time}',
  next: 'La suite',
  confirmNext:
    'Veuillez vérifier les dates et le nombre de personnes. Répondez à ce message si quelque chose est inexact ou si vous avez une question.',
  requestNext: 'La réservation n’est pas encore confirmée. Nous vous écrirons dès qu’elle sera acceptée.',
  closing: 'Cordialement',
};

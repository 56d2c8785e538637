/** The texts of an offer in German. */
import type { OfferMessages } from './messages.ts';

export const DE: OfferMessages = {
  subject: '{count, plural, one {Unser Angebot: {place}} other {Unser Angebot: # Unterkünfte}}',
  title: 'Ihr Angebot',
  greeting: 'Guten Tag {name},',
  greetingWithoutName: 'Guten Tag,',
  intro:
    '{count, plural, one {vielen Dank für Ihr Interesse. Gern bieten wir Ihnen diese Unterkunft an:} other {vielen Dank für Ihr Interesse. Gern bieten wir Ihnen diese # Unterkünfte an. Wählen Sie die, die Ihnen am besten gefällt:}}',
  arrival: 'Anreise',
  departure: 'Abreise',
  stay: '{nights, plural, one {# Nacht} other {# Nächte}}{guests, plural, =0 {} one {, # Gast} other {, # Gäste}}',
  sleeps: '{guests, plural, =0 {} one {Platz für # Gast} other {Platz für # Gäste}}',
  bedrooms: '{bedrooms, plural, =0 {} one {# Schlafzimmer} other {# Schlafzimmer}}',
  party:
    '{adults, plural, =0 {} one {# Erwachsener} other {# Erwachsene}}{children, plural, =0 {} one {, # Kind} other {, # Kinder}}{infants, plural, =0 {} one {, # Kleinkind} other {, # Kleinkinder}}',
  included: 'Inbegriffen',
  ratePlan: 'Tarif',
  cancellation: 'Stornierung',
  total: 'Gesamtpreis',
  ourTotal: 'Gesamtpreis (von uns berechnet)',
  validUntil: 'Dieser Preis gilt bis {when}.',
  confirmSubject: 'Ihre Buchung: {place}',
  confirmTitle: 'Ihre Buchung ist bestätigt',
  confirmIntro: 'vielen Dank für Ihre Buchung. Hier finden Sie alles für Ihren Aufenthalt:',
  requestSubject: 'Ihre Buchungsanfrage: {place}',
  requestTitle: 'Wir haben Ihre Buchungsanfrage erhalten',
  requestIntro: 'vielen Dank für Ihre Buchungsanfrage. Dies ist der Aufenthalt, den Sie angefragt haben:',
  code: 'Bestätigungscode',
  address: 'Adresse',
  arriveFrom: '{day}, ab {time} Uhr',
  leaveUntil: '{day}, bis {time} Uhr',
  next: 'Wie es weitergeht',
  confirmNext:
    'Bitte prüfen Sie die Daten und die Zahl der Gäste. Antworten Sie auf diese Nachricht, wenn etwas nicht stimmt oder Sie eine Frage haben.',
  requestNext: 'Die Buchung ist noch nicht bestätigt. Wir schreiben Ihnen, sobald sie angenommen ist.',
  closing: 'Mit freundlichen Grüßen',
};

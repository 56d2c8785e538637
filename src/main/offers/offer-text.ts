/** Writes an offer as plain text, for mail programs that show no HTML. */
import type { OfferDocument, OfferLanguage, OfferPlace } from '../../shared/model/offer.ts';

const COLON = ': ';
const COLONS: Partial<Record<OfferLanguage, string>> = { fr: '\u00A0: ' };

export function textOf(offer: OfferDocument): string {
  const sender = offer.sender === null ? [] : [offer.sender];
  const next = offer.next === null ? [] : [offer.next.label, offer.next.text, ''];
  const places = offer.places.flatMap((place) => placeLines(place, COLONS[offer.language] ?? COLON));
  return [offer.greeting, '', offer.intro, '', ...places, ...next, offer.closing, ...sender].join('\n');
}

function placeLines({ title, about, facts, lines, total, note, validUntil }: OfferPlace, colon: string): string[] {
  const all = [...facts, ...lines, ...(total === null ? [] : [total])];
  const rows = all.map(({ label, text }) => `${label}${colon}${text}`);
  const optional = (text: string | null) => (text === null ? [] : [text]);
  return [title, ...optional(about), ...rows, ...optional(note), ...optional(validUntil), ''];
}

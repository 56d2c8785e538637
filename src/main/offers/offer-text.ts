/** Writes an offer as plain text, for mail programs that show no HTML. */
import type { OfferDocument, OfferPlace } from '../../shared/model/offer.ts';

export function textOf(offer: OfferDocument): string {
  const sender = offer.sender === null ? [] : [offer.sender];
  return [offer.greeting, '', offer.intro, '', ...offer.places.flatMap(placeLines), offer.closing, ...sender].join(
    '\n',
  );
}

function placeLines({ title, about, facts, lines, total, validUntil }: OfferPlace): string[] {
  const rows = [...facts, ...lines, ...(total === null ? [] : [total])].map(({ label, text }) => `${label}: ${text}`);
  return [title, ...(about === null ? [] : [about]), ...rows, validUntil, ''];
}

/** The form of an offer: languages, quotes and their order, and the reasons why a quote is left out. */
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { OfferAmenity, OfferInput, OfferLanguage, OfferProblem } from '../../../shared/model/offer.ts';

export const MAX_QUOTES = MAX_ENTRIES.offeredQuotes;

export const LANGUAGES: readonly { value: OfferLanguage; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'es', label: 'Spanish' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'it', label: 'Italian' },
];

export const PROBLEMS: Record<OfferProblem['reason'], string> = {
  missing: 'This quote is no longer on this computer.',
  expired: 'This quote has expired. Make a new one to offer the place.',
  replaced: 'Another quote replaced it.',
  used: 'It cannot be booked again.',
  unconfirmed: 'Its booking is unconfirmed. Check it first.',
  notBooked: 'It is not booked, so there is nothing to confirm.',
  noPrice: 'The service stated no price that can be booked.',
};

/** The values of the offer form. The window remembers them while it shows another page. */
export type OfferForm = Omit<OfferInput, 'connectionId' | 'kind' | 'quoteIds'>;

/** Orders the amenities of a page: first the guest's wishes, then the amenities shown by default. Null when no wish is known. */
export function wishesFirst(wishes: readonly string[], known: readonly OfferAmenity[]): string[] | null {
  const asked = wishes.filter((wish) => known.some(({ name }) => name === wish));
  if (asked.length === 0) return null;
  const others = known.filter(({ name, isShown }) => isShown && !asked.includes(name)).map(({ name }) => name);
  return [...asked, ...others].slice(0, Math.max(asked.length, MAX_FIRST_AMENITIES));
}
/** The number of amenities on a page for which no person has chosen them. */
const MAX_FIRST_AMENITIES = 8;

/** Reads the ids of quotes from a page's address, without duplicates and at most {@link MAX_QUOTES}. */
export const quoteIdsIn = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(',').filter(Boolean))].slice(0, MAX_QUOTES);

/** Moves an id in a list by one position: up (−1) or down (1). */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const at = ids.indexOf(id);
  const other = ids[at + by];
  return other === undefined ? [...ids] : ids.with(at, other).with(at + by, id);
}

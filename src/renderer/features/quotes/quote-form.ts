/** The values of the form for a quote, their checks, and the input for main (service.md §7.2). */
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { Quote, QuoteInput, QuoteStay } from '../../../shared/model/quote.ts';
import { nightsBetween } from '../../../shared/time/plain-date.ts';
import type { SearchOf } from '../../navigation/search.ts';

export const MAX_GUESTS = 500;
export const MAX_COUPONS = MAX_ENTRIES.few;

/** The values of the quote form. Numbers are texts as typed; empty adults, children and infants are not sent. */
export interface QuoteForm {
  applicationId: string | null;
  listingId: string;
  checkIn: PlainDate | null;
  checkOut: PlainDate | null;
  guests: string;
  adults: string;
  children: string;
  infants: string;
  coupons: string[];
}
export type QuoteField = 'listingId' | 'stay' | 'guests' | 'ages' | 'coupons';
export type QuoteIssues = Partial<Record<QuoteField, string>>;

export const emptyQuote = (): QuoteForm => ({
  applicationId: null,
  listingId: '',
  checkIn: null,
  checkOut: null,
  guests: '2',
  adults: '',
  children: '',
  infants: '',
  coupons: [],
});

const numberOf = (text: string): number => (text === '' ? 0 : Number(text));
const isCount = (text: string): boolean => /^\d+$/.test(text) && Number(text) <= MAX_GUESTS;

/** Returns the form with the values of the page's address. `guests` defaults to adults plus children. */
export function formFromParams(form: QuoteForm, params: SearchOf<'quotes'>): QuoteForm {
  const count = (value: number | undefined) => (value === undefined ? '' : String(value));
  const ages = params.adults !== undefined || params.children !== undefined;
  const sum = (params.adults ?? 0) + (params.children ?? 0);
  return {
    ...form,
    applicationId: params.applicationId ?? form.applicationId,
    listingId: params.listingId ?? form.listingId,
    checkIn: params.checkIn ?? form.checkIn,
    checkOut: params.checkOut ?? form.checkOut,
    guests: count(params.guests) || (ages && sum > 0 ? String(sum) : form.guests),
    adults: count(params.adults),
    children: count(params.children),
    infants: '',
  };
}

/**
 * Returns the form after a change of one number of people. Once adults or children are filled in, they always add up to the guests: a change of the
 * guests changes the children, and a change of adults or children changes the guests. The first number of children makes the other guests adults.
 */
export function withPeople(
  form: QuoteForm,
  name: 'guests' | 'adults' | 'children' | 'infants',
  text: string,
): QuoteForm {
  const next = { ...form, [name]: text };
  if (name === 'infants' || !isCount(text)) return next;
  const { guests, adults, children } = next;
  const count = String;
  if (name === 'guests') {
    if (adults === '') return next;
    const all = Number(guests);
    const grown = Math.min(numberOf(adults), all);
    return { ...next, adults: count(grown), children: grown === all && children === '' ? '' : count(all - grown) };
  }
  if (name === 'children' && adults === '' && isCount(guests) && Number(guests) > numberOf(children))
    return { ...next, adults: count(Number(guests) - numberOf(children)) };
  const sum = numberOf(adults) + numberOf(children);
  return sum === 0 ? next : { ...next, guests: count(sum) };
}

const countText = (count: number | null | undefined): string => String(count ?? '');

/** Returns the form with the values of a quote, and with the coupons that the service dropped. The values of a pending change take precedence. */
export function formFromQuote(quote: Quote): QuoteForm {
  const { pendingChange, party } = quote;
  const asked = pendingChange ?? {
    ...quote,
    ...party,
    coupons: [...quote.coupons.map((coupon) => coupon.code), ...quote.droppedCoupons],
  };
  return {
    applicationId: quote.applicationId,
    listingId: quote.listingId,
    checkIn: asked.checkIn,
    checkOut: asked.checkOut,
    guests: countText(asked.guests),
    adults: countText(asked.adults),
    children: countText(asked.children),
    infants: countText(asked.infants),
    coupons: asked.coupons,
  };
}

/** Returns a sentence for each invalid field; empty when the form is valid. */
export function checkQuote(form: QuoteForm): QuoteIssues {
  const issues: QuoteIssues = {};
  if (form.listingId.trim() === '') issues.listingId = 'Type a name and choose one of those found, or enter an ID.';
  if (form.checkIn === null || form.checkOut === null) issues.stay = 'A quote needs both dates.';
  else if (nightsBetween(form.checkIn, form.checkOut) < 1)
    issues.stay = 'Check-out must be at least one day after check-in.';
  if (!isCount(form.guests) || Number(form.guests) < 1)
    issues.guests = `Guests must be a whole number from 1 to ${MAX_GUESTS}.`;
  const ages = [form.adults, form.children, form.infants].filter((text) => text !== '');
  const sum = numberOf(form.adults) + numberOf(form.children);
  if (!ages.every(isCount)) issues.ages = `Adults, children and infants must be whole numbers up to ${MAX_GUESTS}.`;
  else if ((form.adults !== '' || form.children !== '') && !issues.guests && sum !== Number(form.guests))
    issues.ages = `Adults and children add up to ${sum}, but guests is ${form.guests}.`;
  else if (form.adults !== '' && numberOf(form.adults) === 0 && numberOf(form.children) > 0)
    issues.ages = 'Children need an adult: enter at least 1 adult.';
  const long = form.coupons.find((coupon) => coupon.length > MAX_CHARACTERS.name);
  if (long !== undefined) issues.coupons = `A coupon code has at most ${MAX_CHARACTERS.name} characters.`;
  return issues;
}

/** Returns the stay of a valid form. Throws RangeError when a date is missing. */
export function stayOf(form: QuoteForm): QuoteStay {
  if (form.checkIn === null || form.checkOut === null) throw new RangeError('a quote needs both dates');
  const ages = (['adults', 'children', 'infants'] as const).filter((name) => form[name] !== '');
  return {
    checkIn: form.checkIn,
    checkOut: form.checkOut,
    guests: Number(form.guests),
    coupons: form.coupons,
    ...Object.fromEntries(ages.map((name) => [name, Number(form[name])])),
  };
}

/** Makes the input for a new quote from a valid form. Throws RangeError when a date is missing. */
export const quoteInputOf = (connectionId: string, applicationId: string, form: QuoteForm): QuoteInput => ({
  connectionId,
  applicationId,
  listingId: form.listingId.trim(),
  ...stayOf(form),
});

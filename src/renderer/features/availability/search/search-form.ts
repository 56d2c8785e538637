/** The values of the search form and their checks (service.md §6.1). */
import { MAX_CHARACTERS } from '../../../../shared/input/max-input.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { nightsBetween } from '../../../../shared/time/plain-date.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatPlainDate } from '../../../text/format.ts';

export const MAX_GUESTS = 500;
export const MAX_PLACES = 10;

/** The values of the search form. Numbers of guests are texts as typed; empty texts are not sent. */
export interface SearchForm {
  checkIn: PlainDate | null;
  checkOut: PlainDate | null;
  /** The reason why the typed dates are not a stay; null for a valid stay, and when nothing is typed. */
  typedIssue: string | null;
  /** How guests are counted: all together, or as adults and children. */
  party: 'guests' | 'ages';
  guests: string;
  adults: string;
  children: string;
  /** The places to search, each with a request of its own; an empty list searches everywhere. */
  places: string[];
  /** The application that searches; null for the connection's active one. */
  applicationId: string | null;
}
type SearchField = 'stay' | 'guests' | 'adults' | 'children' | 'places';
export type SearchIssues = Partial<Record<SearchField, string>>;

export const emptySearch = (): SearchForm => ({
  checkIn: null,
  checkOut: null,
  typedIssue: null,
  party: 'guests',
  guests: '',
  adults: '',
  children: '',
  places: [],
  applicationId: null,
});

/** Changes the way of counting guests in a form. The number of guests stays the same. */
export function withParty(form: SearchForm, party: SearchForm['party']): SearchForm {
  const ages = [form.adults, form.children].filter((text) => text !== '');
  const sum = ages.reduce((people, text) => people + Number(text), 0);
  if (party === 'guests') return { ...form, party, guests: ages.length === 0 ? '' : String(sum) };
  if (form.guests === '') return { ...form, party, adults: '', children: '' };
  return ages.length > 0 && sum === Number(form.guests)
    ? { ...form, party }
    : { ...form, party, adults: form.guests, children: '' };
}

/** Reads the places from a parameter of the page's address, at most {@link MAX_PLACES}. */
export const placesIn = (location: string | undefined): string[] =>
  [...new Set((location ?? '').split('|').map((place) => place.trim()))]
    .filter((place) => place !== '')
    .slice(0, MAX_PLACES);

/** Fills the values of the page's address into a form. A field that the address does not have stays unchanged. */
export function withParams(form: SearchForm, params: SearchOf<'availability'>): SearchForm {
  const count = (value: number | undefined) => (value === undefined ? '' : String(value));
  const ages = params.adults !== undefined || params.children !== undefined;
  const isCounted = ages || params.guests !== undefined;
  const hasStay = params.checkIn !== undefined || params.checkOut !== undefined;
  return {
    ...form,
    ...(hasStay ? { checkIn: params.checkIn ?? null, checkOut: params.checkOut ?? null, typedIssue: null } : {}),
    ...(isCounted
      ? {
          party: ages ? 'ages' : 'guests',
          guests: count(params.guests),
          adults: count(params.adults),
          children: count(params.children),
        }
      : {}),
    ...(params.location === undefined ? {} : { places: placesIn(params.location) }),
    applicationId: params.applicationId ?? form.applicationId,
  };
}

/** Makes the form of a search from the page's address. A field that the address does not have is empty. */
export const formOfSearch = (params: SearchOf<'availability'>): SearchForm => withParams(emptySearch(), params);

const countIssue = (text: string, name: string, min: number): string | undefined =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= MAX_GUESTS)
    ? undefined
    : `${name} must be a whole number from ${min} to ${MAX_GUESTS}.`;

/** Returns a sentence for each invalid field; empty when the form is valid. */
export function checkSearch(form: SearchForm, today: PlainDate): SearchIssues {
  const issues: SearchIssues = {};
  const addIssue = (field: SearchField, message: string | undefined) => {
    if (message !== undefined) issues[field] = message;
  };
  addIssue('stay', form.typedIssue ?? stayIssue(form.checkIn, form.checkOut, today));
  if (form.party === 'guests') addIssue('guests', countIssue(form.guests, 'Guests', 1));
  else {
    addIssue('adults', countIssue(form.adults, 'Adults', 1));
    addIssue('children', countIssue(form.children, 'Children', 0));
    if (form.adults === '' && Number(form.children) > 0)
      addIssue('adults', 'Children need an adult: enter at least 1 adult.');
  }
  if (form.places.some((place) => place.length > MAX_CHARACTERS.name))
    addIssue('places', `A place has at most ${MAX_CHARACTERS.name} characters.`);
  if (form.places.length > MAX_PLACES) addIssue('places', `A search takes at most ${MAX_PLACES} places.`);
  return issues;
}

function stayIssue(checkIn: PlainDate | null, checkOut: PlainDate | null, today: PlainDate): string | undefined {
  if (checkIn === null && checkOut === null) return undefined;
  if (checkOut === null) return 'Choose the check-out date too, or clear the check-in date.';
  if (checkIn === null) return 'Choose the check-in date too, or clear the check-out date.';
  if (nightsBetween(checkIn, checkOut) < 1) return 'Check-out must be at least one day after check-in.';
  return checkIn < today ? `Check-in on ${formatPlainDate(checkIn)} is in the past.` : undefined;
}

/** Returns the numbers of guests in the chosen way of counting; empty ones are left out. */
export function searchedGuests(form: SearchForm): { guests?: number; adults?: number; children?: number } {
  const counts = form.party === 'guests' ? (['guests'] as const) : (['adults', 'children'] as const);
  return Object.fromEntries(counts.filter((name) => form[name] !== '').map((name) => [name, Number(form[name])]));
}

/** Returns the number of guests of a search; null when the search does not state it. */
export function peopleIn({
  guests,
  adults,
  children,
}: {
  guests?: number | undefined;
  adults?: number | undefined;
  children?: number | undefined;
}): number | null {
  if (guests !== undefined) return guests;
  return adults === undefined && children === undefined ? null : (adults ?? 0) + (children ?? 0);
}

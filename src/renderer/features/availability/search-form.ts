/** The form values of the search, their validation and the resulting input (spec.md, Search query parameters). */
import type { SearchInput } from '../../../shared/model/availability.ts';
import { nightsBetween, type PlainDate } from '../../../shared/model/primitives.ts';
import type { SearchOf } from '../../navigation/search.ts';
import { formatPlainDate } from '../../text/format.ts';

export const MAX_GUESTS = 500;
const MAX_LOCATION = 200;

/** Counts are text, as typed; empty fields are not sent. */
export interface SearchForm {
  checkIn: PlainDate | null;
  checkOut: PlainDate | null;
  /** Why the typed dates are no stay; null when they are one, or none were typed. */
  typedIssue: string | null;
  /** Whether guests are counted together, or as adults and children. */
  party: 'guests' | 'ages';
  guests: string;
  adults: string;
  children: string;
  location: string;
  /** Null for the connection's active application. */
  applicationId: string | null;
}
export type SearchField = 'stay' | 'guests' | 'adults' | 'children' | 'location';
export type SearchIssues = Partial<Record<SearchField, string>>;

export const emptySearch = (): SearchForm => ({
  checkIn: null,
  checkOut: null,
  typedIssue: null,
  party: 'guests',
  guests: '',
  adults: '',
  children: '',
  location: '',
  applicationId: null,
});

/** The form with guests counted another way: the number of people stays. */
export function withParty(form: SearchForm, party: SearchForm['party']): SearchForm {
  const ages = [form.adults, form.children].filter((text) => text !== '');
  const sum = ages.reduce((people, text) => people + Number(text), 0);
  if (party === 'guests') return { ...form, party, guests: ages.length === 0 ? '' : String(sum) };
  if (form.guests === '') return { ...form, party, adults: '', children: '' };
  return ages.length > 0 && sum === Number(form.guests)
    ? { ...form, party }
    : { ...form, party, adults: form.guests, children: '' };
}

/** The form with the URL's search parameters; the other fields stay unchanged. */
export function withParams(form: SearchForm, params: SearchOf<'availability'>): SearchForm {
  const count = (value: number | undefined, known: string) => (value === undefined ? known : String(value));
  const ages = params.adults !== undefined || params.children !== undefined;
  return {
    ...form,
    checkIn: params.checkIn ?? form.checkIn,
    checkOut: params.checkOut ?? form.checkOut,
    typedIssue: null,
    party: ages ? 'ages' : params.guests === undefined ? form.party : 'guests',
    guests: count(params.guests, form.guests),
    adults: count(params.adults, form.adults),
    children: count(params.children, form.children),
    location: params.location ?? form.location,
  };
}

const countIssue = (text: string, name: string, min: number): string | undefined =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= MAX_GUESTS)
    ? undefined
    : `${name} must be a whole number from ${min} to ${MAX_GUESTS}.`;

/** One sentence per invalid field; empty for a valid form. */
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
  }
  if (form.location.trim().length > MAX_LOCATION)
    addIssue('location', `A location has at most ${MAX_LOCATION} characters.`);
  return issues;
}

function stayIssue(checkIn: PlainDate | null, checkOut: PlainDate | null, today: PlainDate): string | undefined {
  if (checkIn === null && checkOut === null) return undefined;
  if (checkOut === null) return 'Choose the check-out date too, or clear the check-in date.';
  if (checkIn === null) return 'Choose the check-in date too, or clear the check-out date.';
  if (nightsBetween(checkIn, checkOut) < 1) return 'Check-out must be at least one day after check-in.';
  return checkIn < today ? `Check-in on ${formatPlainDate(checkIn)} is past.` : undefined;
}

/** The search input: non-empty fields, and only one way of counting guests. */
export function searchInputOf(connectionId: string, form: SearchForm): SearchInput {
  const input: SearchInput = { connectionId, applicationId: form.applicationId };
  if (form.checkIn !== null && form.checkOut !== null)
    Object.assign(input, { checkIn: form.checkIn, checkOut: form.checkOut });
  const counts = form.party === 'guests' ? (['guests'] as const) : (['adults', 'children'] as const);
  for (const name of counts) if (form[name] !== '') input[name] = Number(form[name]);
  const location = form.location.trim();
  if (location !== '') input.location = location;
  return input;
}

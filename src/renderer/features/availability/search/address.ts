/** Converts a search and its filters to and from the parameters of the page's address. */
import { NEEDS } from '../../../../shared/listing/needs.ts';
import type { SearchInput } from '../../../../shared/model/availability.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { EMPTY_FILTERS, type Filters, type Sort } from '../results/rows.ts';
import { placesIn, type SearchForm, searchedGuests } from './search-form.ts';

type Params = SearchOf<'availability'>;
type View = NonNullable<Params['view']>;

const SEPARATOR = '|';
const listIn = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(SEPARATOR).map((entry) => entry.trim()))].filter((entry) => entry !== '');
const listText = (entries: readonly string[]): string | undefined =>
  entries.length === 0 ? undefined : entries.map((entry) => entry.replaceAll(SEPARATOR, ' ')).join(SEPARATOR);

/** Returns the search parameters without filters and view; null before a search was sent. */
export function sentSearch(params: Params): Params | null {
  if (params.sent === undefined) return null;
  const { checkIn, checkOut, guests, adults, children, location, applicationId, sent } = params;
  return { checkIn, checkOut, guests, adults, children, location, applicationId, sent };
}

/** Makes the parameters of a sent search from a valid form. */
export function paramsOfForm(form: SearchForm): Params {
  const { checkIn, checkOut, places, applicationId } = form;
  return {
    checkIn: checkIn ?? undefined,
    checkOut: checkOut ?? undefined,
    ...searchedGuests(form),
    location: listText(places),
    applicationId: applicationId ?? undefined,
    sent: '1',
  };
}

/** Makes one request for each place, because the service takes one location, or one request without a location. */
export function searchInputsOf(connectionId: string, applicationId: string, params: Params): SearchInput[] {
  const { checkIn, checkOut, guests, adults, children } = params;
  const input: SearchInput = { connectionId, applicationId: params.applicationId ?? applicationId };
  if (checkIn !== undefined && checkOut !== undefined) Object.assign(input, { checkIn, checkOut });
  for (const [name, count] of Object.entries({ guests, adults, children }))
    if (count !== undefined) Object.assign(input, { [name]: count });
  const places = placesIn(params.location);
  return places.length === 0 ? [input] : places.map((location) => ({ ...input, location }));
}

export const filtersIn = (params: Params): Filters => ({
  ...EMPTY_FILTERS,
  minPrice: params.minPrice ?? null,
  maxPrice: params.maxPrice ?? null,
  maxTotal: params.maxTotal ?? null,
  bedrooms: params.bedrooms ?? null,
  types: listIn(params.types),
  amenities: listIn(params.amenities),
  needs: NEEDS.filter((need) => listIn(params.needs).includes(need)),
});

export const paramsOfFilters = (filters: Filters): Params => ({
  minPrice: filters.minPrice ?? undefined,
  maxPrice: filters.maxPrice ?? undefined,
  maxTotal: filters.maxTotal ?? undefined,
  bedrooms: filters.bedrooms ?? undefined,
  types: listText(filters.types),
  amenities: listText(filters.amenities),
  needs: listText(filters.needs),
});

/** The order when the page's address names none: the lowest total first. */
const FIRST_SORT = 'total';
/** The name, in the page's address, of the order in which the service answered. */
const AS_ANSWERED = 'answered';

export const sortIn = ({ sort = FIRST_SORT }: Params): Sort | null =>
  sort === AS_ANSWERED ? null : { by: sort.replace('-', '') as Sort['by'], descending: sort.startsWith('-') };

export function paramOfSort(sort: Sort | null): Params['sort'] {
  const text = sort === null ? AS_ANSWERED : `${sort.descending ? '-' : ''}${sort.by}`;
  return text === FIRST_SORT ? undefined : text;
}

export const viewIn = ({ view }: Params): View => view ?? 'list';

/** A recent or saved search as the parameters of a page's address and as text. */
import { NEED_NAMES } from '../../../shared/listing/needs.ts';
import type { SavedSearch } from '../../../shared/model/availability.ts';
import { PAGE_SEARCH, parseSearch, type SearchOf } from '../../navigation/search.ts';
import { EMPTY_FILTERS, type Filters } from './results/rows.ts';
import { filtersIn } from './search/address.ts';
import { searchText } from './search-text.ts';

export const paramsOf = ({ parameters }: SavedSearch): SearchOf<'availability'> =>
  PAGE_SEARCH.availability.parse(parseSearch(parameters));

/** The filters as text: "up to 250 a night, 2+ bedrooms"; empty without filters. */
function filterText(filters: Filters): string {
  const { minPrice, maxPrice, maxTotal, bedrooms, types, amenities, needs } = { ...EMPTY_FILTERS, ...filters };
  return [
    minPrice === null ? '' : `from ${minPrice} a night`,
    maxPrice === null ? '' : `up to ${maxPrice} a night`,
    maxTotal === null ? '' : `up to ${maxTotal} in total`,
    bedrooms === null ? '' : `${bedrooms}+ bedrooms`,
    ...types,
    ...amenities,
    ...needs.map((need) => NEED_NAMES[need].toLowerCase()),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Writes a search and its filters in one line: "4–9 Dec 2026, 5 nights, Lisbon, up to 250 a night". */
export const titleOf = (search: SavedSearch): string => {
  const params = paramsOf(search);
  return [searchText(params), filterText(filtersIn(params))].filter(Boolean).join(', ');
};

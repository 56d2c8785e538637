/** Availability search of the Booking Engine (spec.md, section 4). */
import { SearchInput, SearchPage } from '../model/availability.ts';
import { query } from './define.ts';

export const availability = {
  search: query(SearchInput, SearchPage, { abortable: true }),
};

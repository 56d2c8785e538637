/** Availability search of the Booking Engine (service.md §6.1), and the searches that a person sent or saved. */
import { z } from 'zod';
import { SavedSearch, SearchesSnapshot, SearchInput, SearchPage } from '../model/availability.ts';
import { InstantInput } from '../model/bounds.ts';
import { Id } from '../model/primitives.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfConnection = z.strictObject({ connectionId: Id });
const { parameters, isKept } = SavedSearch.shape;

export const availability = {
  search: query(SearchInput, SearchPage, { abortable: true }),
  searches: query(OfConnection, SearchesSnapshot),
  /** Adds a search, or replaces the search with the same parameters. `at` is in epoch ms; null means now. Undo passes the old time. */
  putSearch: mutation(OfConnection.extend({ parameters, isKept, at: InstantInput.nullable() }), Nothing),
  removeSearch: mutation(OfConnection.extend({ parameters }), Nothing),
  onSearches: event(SearchesSnapshot),
};

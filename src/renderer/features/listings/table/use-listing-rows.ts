/** The rows of the listings table: how many match, and those in view. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListingRow, ListingsQuery } from '../../../../shared/model/listing.ts';
import { ask } from '../../../ipc/client.ts';
import { type LoadedRow, PAGE_GC_MS, PAGE_ROWS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';

export type TableQuery = Omit<ListingsQuery, 'offset' | 'limit'>;
/** A row with the query whose columns its cells are: they differ for a moment when columns change. */
export type LoadedListing = LoadedRow<ListingRow, TableQuery>;

const optionsOf = (query: TableQuery, page: number) => ({
  ...ask('listings', 'rows', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: TableQuery, other: TableQuery): boolean => one.connectionId === other.connectionId;

/** How many rows match: `matched` of `total`. */
export const useRowCount = (query: TableQuery) =>
  useQuery({ ...optionsOf(query, 0), placeholderData: keepPreviousData });

export const useListingRows = (query: TableQuery, first: number, last: number) =>
  useRowPages({ query, first, last, optionsOf, isSameTable });

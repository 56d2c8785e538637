/** The rows of the listings table: how many match, and those in view. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListingRow, ListingsQuery } from '../../../../shared/model/listing.ts';
import { ask } from '../../../ipc/client.ts';
import { PAGE_GC_MS, PAGE_ROWS, type ReadRow, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';

export type RowsWanted = Omit<ListingsQuery, 'offset' | 'limit'>;
/** A row with the query whose columns its cells are: they differ for a moment when columns change. */
export type ListingInView = ReadRow<ListingRow, RowsWanted>;

const optionsOf = (wanted: RowsWanted, page: number) => ({
  ...ask('listings', 'rows', { ...wanted, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: RowsWanted, other: RowsWanted): boolean => one.connectionId === other.connectionId;

/** How many rows match: `matched` of `total`. */
export const useRowCount = (wanted: RowsWanted) =>
  useQuery({ ...optionsOf(wanted, 0), placeholderData: keepPreviousData });

export const useListingRows = (wanted: RowsWanted, first: number, last: number) =>
  useRowPages({ wanted, first, last, optionsOf, isSameTable });

/** The rows of the table of listings, read page by page as they come into view. */
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { firstRowsQuery, PAGE_ROWS } from '../../../../shared/listing/listing-table.ts';
import type { ListingRow, ListingsQuery, ListingsStatus } from '../../../../shared/model/listing.ts';
import { ask } from '../../../ipc/client.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../text/field-text.ts';
import { PAGE_GC_MS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { currentView, type TableColumn } from './column-choice.ts';

export type TableQuery = Omit<ListingsQuery, 'offset' | 'limit'>;

const optionsOf = (query: TableQuery, page: number) => ({
  ...ask('listings', 'rows', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: TableQuery, other: TableQuery): boolean => one.connectionId === other.connectionId;

/** Reads the first page, which also has the number of rows: `matched` of `total`. */
export const useRowCount = (query: TableQuery) =>
  useQuery({ ...optionsOf(query, 0), placeholderData: keepPreviousData });

export const useListingRows = (
  query: TableQuery,
  { count, first, last }: Pick<VirtualRows, 'count' | 'first' | 'last'>,
) => useRowPages({ query, count, first, last, optionsOf, isSameTable });

/** Returns a function that requests the first rows of a query early, so that main can search while the page is rendered for the query. */
export function useRowsAhead(): (query: TableQuery) => void {
  const client = useQueryClient();
  return useCallback((query) => void client.prefetchQuery(optionsOf(query, 0)), [client]);
}

/** Reads the first rows of the table for a new window, so that its first drawing has them. */
export async function prefetchRows(client: QueryClient, status: ListingsStatus): Promise<void> {
  const views = client.getQueryData(ask('app', 'preferences', null).queryKey)?.listingViews ?? [];
  const query = firstRowsQuery(status, currentView(views, status.connectionId));
  await client.prefetchQuery({ ...ask('listings', 'rows', query), gcTime: PAGE_GC_MS });
}

export interface RowFormat {
  readonly columns: readonly TableColumn[];
  /** Maps the path of an amount to the path of its currency. */
  readonly currencies: ReadonlyMap<string, string>;
  /** The paths of the fields in a row's `cells`, in the same order. */
  readonly paths: readonly string[];
}

/** Writes the text of a cell as the table shows it. */
export function cellText(row: ListingRow, { path, kind }: TableColumn, { paths, currencies }: RowFormat): string {
  const valueAt = (at: string | undefined) => (at === undefined ? null : (row.cells[paths.indexOf(at)] ?? null));
  return fieldText(kind, withCurrency(valueAt(path), valueAt(currencies.get(path))));
}

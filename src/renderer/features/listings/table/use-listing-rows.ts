/** The rows of the listings table: the number that match, and the rows in view. */
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { ListingsQuery, ListingsStatus } from '../../../../shared/model/listing.ts';
import { ask } from '../../../ipc/client.ts';
import { PAGE_GC_MS, PAGE_ROWS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';
import { currentView, tableFields } from './column-choice.ts';

export type TableQuery = Omit<ListingsQuery, 'offset' | 'limit'>;

const optionsOf = (query: TableQuery, page: number) => ({
  ...ask('listings', 'rows', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: TableQuery, other: TableQuery): boolean => one.connectionId === other.connectionId;

/** The number of rows: `matched` of `total`. */
export const useRowCount = (query: TableQuery) =>
  useQuery({ ...optionsOf(query, 0), placeholderData: keepPreviousData });

export const useListingRows = (query: TableQuery, first: number, last: number) =>
  useRowPages({ query, first, last, optionsOf, isSameTable });

/** Reads the rows that the table shows first in a new window, so that it is drawn with them. */
export async function prefetchRows(client: QueryClient, status: ListingsStatus): Promise<void> {
  const { connectionId, columns, titlePath } = status;
  const views = client.getQueryData(ask('app', 'preferences', null).queryKey)?.listingViews ?? [];
  const view = currentView(views, connectionId);
  const { paths } = tableFields(columns, view.columns, titlePath);
  const { sort, facets } = view;
  await client.prefetchQuery(optionsOf({ connectionId, search: '', facets, changed: false, sort, columns: paths }, 0));
}

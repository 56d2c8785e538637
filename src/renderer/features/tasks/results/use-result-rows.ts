/** The result rows of a task, read page by page as they come into view. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAGE_ROWS } from '../../../../shared/listing/listing-table.ts';
import { ask } from '../../../ipc/client.ts';
import { PAGE_GC_MS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';

export interface ResultsQuery {
  readonly id: string;
  readonly search: string;
}

const optionsOf = (query: ResultsQuery, page: number) => ({
  ...ask('tasks', 'rows', { ...query, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: ResultsQuery, other: ResultsQuery): boolean => one.id === other.id;

/** The first page, which also has the columns and the number of matching rows. */
export const useFirstRows = (query: ResultsQuery) =>
  useQuery({ ...optionsOf(query, 0), placeholderData: keepPreviousData });

export const useResultRows = (query: ResultsQuery, { count, first, last }: VirtualRows) =>
  useRowPages({ query, count, first, last, optionsOf, isSameTable });

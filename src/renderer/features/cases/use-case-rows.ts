/** The rows of the list of cases, read page by page as they come into view. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAGE_ROWS } from '../../../shared/listing/listing-table.ts';
import type { CaseFilter } from '../../../shared/model/case.ts';
import { ask } from '../../ipc/client.ts';
import { PAGE_GC_MS, useRowPages } from '../../ui/virtual-table/use-row-pages.ts';
import type { VirtualRows } from '../../ui/virtual-table/use-virtual-rows.ts';

const optionsOf = (filter: CaseFilter, page: number) => ({
  ...ask('cases', 'list', { ...filter, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});

/** The first page, which also has the numbers of cases. */
export const useFirstCases = (filter: CaseFilter) =>
  useQuery({ ...optionsOf(filter, 0), placeholderData: keepPreviousData });

export const useCaseRows = (query: CaseFilter, { count, first, last }: VirtualRows) =>
  useRowPages({ query, count, first, last, optionsOf, isSameTable: () => true });

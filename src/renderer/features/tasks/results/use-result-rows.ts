/** The result rows of a task: how many match, and those in view. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../../ipc/client.ts';
import { PAGE_GC_MS, PAGE_ROWS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';

export interface ResultsWanted {
  /** The task. */
  readonly id: string;
  readonly search: string;
}

const optionsOf = (wanted: ResultsWanted, page: number) => ({
  ...ask('tasks', 'rows', { ...wanted, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});
const isSameTable = (one: ResultsWanted, other: ResultsWanted): boolean => one.id === other.id;

/** The first page: columns, and how many rows match. */
export const useFirstRows = (wanted: ResultsWanted) =>
  useQuery({ ...optionsOf(wanted, 0), placeholderData: keepPreviousData });

export const useResultRows = (wanted: ResultsWanted, first: number, last: number) =>
  useRowPages({ wanted, first, last, optionsOf, isSameTable });

/** The results in view, read from main by pages. What was read stays in sight until its replacement is there; rows not read yet are `null`. */
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TaskRow, TaskRows } from '../../../shared/model/task.ts';
import { ask, keyOf } from '../../ipc/client.ts';

const PAGE_ROWS = 100;
/** While someone drags the scrollbar through 500,000 rows, pages are asked for at most this often. */
const ASK_EVERY_MS = 90;
/** Pages out of view are forgotten after this long. */
const KEEP_MS = 30_000;

const pageInput = (id: string, search: string, page: number) => ({
  id,
  search,
  offset: page * PAGE_ROWS,
  limit: PAGE_ROWS,
});
const pageOptions = (id: string, search: string, page: number) => ({
  ...ask('tasks', 'rows', pageInput(id, search, page)),
  gcTime: KEEP_MS,
});

/** The first page: columns, and how many rows match. */
export function useFirstRows(id: string, search: string) {
  return useQuery({ ...pageOptions(id, search, 0), placeholderData: keepPreviousData });
}

/** Gives a function from a row's index to the row, for rows `first` to `last`, both included. */
export function useResultRows(id: string, search: string, first: number, last: number) {
  const client = useQueryClient();
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor(Math.max(0, first, last) / PAGE_ROWS);
  const wanted = Array.from({ length: to - from + 1 }, (_, step) => from + step).join(' ');
  const pages = useThrottledValue(wanted, ASK_EVERY_MS).split(' ').map(Number);
  const results = useQueries({ queries: pages.map((page) => pageOptions(id, search, page)) });
  const rowAt = (index: number): TaskRow | null => {
    const page = Math.floor(index / PAGE_ROWS);
    const data =
      results[pages.indexOf(page)]?.data ??
      client.getQueryData<TaskRows>(keyOf('tasks', 'rows', pageInput(id, search, page)));
    return data?.rows[index % PAGE_ROWS] ?? null;
  };
  const failed = results.find((result) => result.error);
  return { rowAt, error: failed?.error ?? null, retry: () => void failed?.refetch() };
}

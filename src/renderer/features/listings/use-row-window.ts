/** The rows in view, read from main by pages. What was shown stays until its replacement is there; rows not read yet are `null`. */
import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListingRow, ListingRows, ListingsQuery } from '../../../shared/model/listing.ts';
import { ask, keyOf } from '../../ipc/client.ts';

export const PAGE_ROWS = 100;
/** While someone drags the scrollbar through 50,000 rows, pages are asked for at most this often. */
const ASK_EVERY_MS = 90;
/** Pages out of view are forgotten after this long. */
const KEEP_MS = 30_000;

export type RowsWanted = Omit<ListingsQuery, 'offset' | 'limit'>;

/** A row with the paths its cells stand for: they differ for a moment when columns change. */
export interface RowInView {
  readonly row: ListingRow;
  readonly paths: readonly string[];
}

/** Pages that hold rows `first` to `last`, both included. */
export function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS);
  const to = Math.floor(Math.max(first, last, 0) / PAGE_ROWS);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

const pageInput = (wanted: RowsWanted, page: number): ListingsQuery => ({
  ...wanted,
  offset: page * PAGE_ROWS,
  limit: PAGE_ROWS,
});
const pageOptions = (wanted: RowsWanted, page: number) => ({
  ...ask('listings', 'rows', pageInput(wanted, page)),
  gcTime: KEEP_MS,
});

/** How many rows there are for what is wanted: `matched` of `total`. */
export function useRowCount(wanted: RowsWanted, enabled: boolean) {
  return useQuery({ ...pageOptions(wanted, 0), placeholderData: keepPreviousData, enabled });
}

/** Gives a function from a row's index to the row. */
export function useRowWindow(wanted: RowsWanted, first: number, last: number) {
  const client = useQueryClient();
  const shown = useRef(wanted);
  const pageList = useThrottledValue(pagesBetween(first, last).join(' '), ASK_EVERY_MS);
  const pages = pageList.split(' ').map(Number);
  const results = useQueries({ queries: pages.map((page) => pageOptions(wanted, page)) });
  const complete = results.every((result) => result.data !== undefined);
  useEffect(() => {
    if (complete) shown.current = wanted;
  }, [complete, wanted]);

  const cached = (of: RowsWanted, page: number): ListingRows | undefined =>
    client.getQueryData(keyOf('listings', 'rows', pageInput(of, page)));
  const rowAt = (index: number): RowInView | null => {
    const page = Math.floor(index / PAGE_ROWS);
    const now = results[pages.indexOf(page)]?.data ?? cached(wanted, page);
    const before = now || shown.current.connectionId !== wanted.connectionId ? undefined : cached(shown.current, page);
    const row = (now ?? before)?.rows[index % PAGE_ROWS];
    return row ? { row, paths: now ? wanted.columns : shown.current.columns } : null;
  };
  const failed = results.find((result) => result.error);
  return { rowAt, error: failed?.error ?? null, retry: () => void failed?.refetch() };
}

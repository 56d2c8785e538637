/** Reads the rows of a long table from main, in pages, as they come into view. */
import { useThrottledValue } from '@mantine/hooks';
import { type QueryKey, type UseQueryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AppError } from '../../../shared/app-error.ts';
import { PAGE_ROWS } from '../../../shared/listing/listing-table.ts';

/** The time for which a page of rows out of view is kept. */
export const PAGE_GC_MS = 30_000;
/** The shortest time between two reads of pages while a person drags the scrollbar through 500,000 rows. */
const READ_EVERY_MS = 90;

/** How far beyond the drawn rows the rows are read ahead, as a share of a page. */
const READ_AHEAD = 0.4;

interface RowPage {
  readonly rows: readonly unknown[];
}

/** A row with the query that it answers: the previous query until the rows of the new one are loaded. */
export interface LoadedRow<Row, Query> {
  readonly row: Row;
  readonly query: Query;
}

/** Returns the numbers of the pages that contain the rows from `first` to `last`, both included. */
export function pagesBetween(first: number, last: number, pageRows = PAGE_ROWS): number[] {
  const from = Math.floor(Math.max(0, first) / pageRows);
  const to = Math.floor(Math.max(first, last, 0) / pageRows);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}

/**
 * Reads the pages of a table. `rowAt` returns the row at an index, null while it loads. Rows of the previous query stay until the new rows are
 * loaded, if `isSameTable`.
 */
export function useRowPages<Query, Page extends RowPage>({
  query,
  count,
  first,
  last,
  pageRows = PAGE_ROWS,
  optionsOf,
  isSameTable,
}: {
  query: Query;
  count: number;
  /** The indexes of the first and the last drawn row. */
  first: number;
  last: number;
  pageRows?: number;
  optionsOf: (query: Query, page: number) => UseQueryOptions<Page, AppError> & { queryKey: QueryKey };
  isSameTable: (one: Query, other: Query) => boolean;
}) {
  type Row = Page['rows'][number];
  const client = useQueryClient();
  const shownQuery = useRef(query);
  const ahead = READ_AHEAD * pageRows;
  const wanted = pagesBetween(first - ahead, Math.min(last + ahead, count - 1), pageRows).join(' ');
  const pages = useThrottledValue(wanted, READ_EVERY_MS).split(' ').map(Number);
  const results = useQueries({ queries: pages.map((page) => optionsOf(query, page)) });
  const complete = results.every((result) => result.data !== undefined);
  useEffect(() => {
    if (complete) shownQuery.current = query;
  }, [complete, query]);

  const cached = (of: Query, page: number) => client.getQueryData<Page>(optionsOf(of, page).queryKey);
  const rowAt = (index: number): LoadedRow<Row, Query> | null => {
    const page = Math.floor(index / pageRows);
    const at = index % pageRows;
    const now = results[pages.indexOf(page)]?.data ?? cached(query, page);
    if (now) return now.rows[at] === undefined ? null : { row: now.rows[at], query };
    const before = isSameTable(shownQuery.current, query) ? cached(shownQuery.current, page)?.rows[at] : undefined;
    return before === undefined ? null : { row: before, query: shownQuery.current };
  };
  const failed = results.find((result) => result.error);
  return { rowAt, error: failed?.error ?? null, retry: () => void failed?.refetch() };
}

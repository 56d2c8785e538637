/** The rows of the board, read page by page as they come into view, and again when time changes the state of a quote. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter } from '../../../../shared/model/quote-board.ts';
import { SECOND_MS } from '../../../../shared/time/units.ts';
import { ask } from '../../../ipc/client.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { PAGE_GC_MS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';

/** How many rows one request reads. The number is small, because each key typed into the search reads a page. */
const PAGE_ROWS = 50;

export const boardPage = (filter: BoardFilter, page: number, pageRows = PAGE_ROWS) => ({
  ...ask('quotes', 'board', { ...filter, offset: page * pageRows, limit: pageRows }),
  gcTime: PAGE_GC_MS,
});

/**
 * Reads the first page of rows, which also has the counts. `shown` is the filter of this page: after a change of the filter, the previous page stays
 * until the new answer comes. Each typed key therefore renders the board once.
 */
export function useBoard(filter: BoardFilter, face: ClockFace | undefined) {
  const client = useQueryClient();
  const first = useQuery({ ...boardPage(filter, 0), placeholderData: keepPreviousData });
  const answered = useRef(filter);
  const shown = first.isPlaceholderData ? answered.current : filter;
  useEffect(() => {
    answered.current = shown;
  }, [shown]);
  const nextChangeAt = first.data?.nextChangeAt ?? null;
  // The rows are read repeatedly, because main's clock decides and may not have reached the instant yet.
  const asked = useAtNow(face, (now) =>
    nextChangeAt !== null && now >= nextChangeAt ? Math.floor((now - nextChangeAt) / SECOND_MS) : null,
  );
  useEffect(() => {
    if (asked !== null) void client.invalidateQueries({ queryKey: ['quotes', 'board'] });
  }, [asked, client]);
  return { first, shown };
}

export const useBoardRows = (query: BoardFilter, { count, first, last }: VirtualRows) =>
  useRowPages({
    query,
    count,
    first,
    last,
    pageRows: PAGE_ROWS,
    optionsOf: boardPage,
    isSameTable: (one, other) => one.connectionId === other.connectionId,
  });

/** The rows of the board: the numbers that match, and the rows in view. They are read again when time changes a state. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAGE_ROWS } from '../../../../shared/listing-table.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { BoardFilter } from '../../../../shared/model/quote-board.ts';
import { ask } from '../../../ipc/client.ts';
import { useAtNow } from '../../../ui/use-now.ts';
import { PAGE_GC_MS, useRowPages } from '../../../ui/virtual-table/use-row-pages.ts';
import type { VirtualRows } from '../../../ui/virtual-table/use-virtual-rows.ts';

/** A change of a state is asked for so often, on the connection's clock. */
const ASK_AGAIN_MS = 1_000;

/** A page of the rows, with the counts. */
export const boardPage = (filter: BoardFilter, page: number) => ({
  ...ask('quotes', 'board', { ...filter, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});

/** The first page, which also has the counts. */
export function useBoard(filter: BoardFilter, face: ClockFace | undefined) {
  const client = useQueryClient();
  const first = useQuery({ ...boardPage(filter, 0), placeholderData: keepPreviousData });
  const nextChangeAt = first.data?.nextChangeAt ?? null;
  // Again and again while main's clock, which decides, has not reached it yet.
  const asked = useAtNow(face, (now) =>
    nextChangeAt !== null && now >= nextChangeAt ? Math.floor((now - nextChangeAt) / ASK_AGAIN_MS) : null,
  );
  useEffect(() => {
    if (asked !== null) void client.invalidateQueries({ queryKey: ['quotes', 'board'] });
  }, [asked, client]);
  return first;
}

export const useBoardRows = (query: BoardFilter, { count, first, last }: VirtualRows) =>
  useRowPages({
    query,
    count,
    first,
    last,
    optionsOf: boardPage,
    isSameTable: (one, other) => one.connectionId === other.connectionId,
  });

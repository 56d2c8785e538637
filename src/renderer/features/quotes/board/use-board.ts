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

const optionsOf = (filter: BoardFilter, page: number) => ({
  ...ask('quotes', 'board', { ...filter, offset: page * PAGE_ROWS, limit: PAGE_ROWS }),
  gcTime: PAGE_GC_MS,
});

/** The first page, which also has the counts. */
export function useBoard(filter: BoardFilter, face: ClockFace | undefined) {
  const client = useQueryClient();
  const first = useQuery({ ...optionsOf(filter, 0), placeholderData: keepPreviousData });
  const nextChangeAt = first.data?.nextChangeAt ?? null;
  const isOver = useAtNow(face, (now) => nextChangeAt !== null && now >= nextChangeAt);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['quotes', 'board'] });
  }, [isOver, client]);
  return first;
}

export const useBoardRows = (query: BoardFilter, { count, first, last }: VirtualRows) =>
  useRowPages({
    query,
    count,
    first,
    last,
    optionsOf,
    isSameTable: (one, other) => one.connectionId === other.connectionId,
  });

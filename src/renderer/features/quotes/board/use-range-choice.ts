/** Chooses a row, or all rows from the last chosen one to this one. Rows of the range that are not loaded are read first. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { BoardFilter, BoardRow } from '../../../../shared/model/quote-board.ts';
import { pagesBetween } from '../../../ui/virtual-table/use-row-pages.ts';
import { boardPage } from './use-board.ts';
import type { Chosen } from './use-chosen.ts';

/** How many rows of a range one request reads. */
const RANGE_ROWS = MAX_ENTRIES.boardRows;

interface Range {
  readonly filter: BoardFilter;
  readonly from: number;
  readonly to: number;
}

export function useRangeChoice(
  filter: BoardFilter,
  rowAt: (index: number) => BoardRow | null,
  { rows, toggle }: Chosen,
) {
  const client = useQueryClient();
  const anchor = useRef<number | null>(null);
  const shown = useRef({ filter, rowAt, hasChosen: rows.length > 0 });
  useEffect(() => {
    shown.current = { filter, rowAt, hasChosen: rows.length > 0 };
  });
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ filter: of, from, to }: Range) => {
      const found: BoardRow[] = [];
      for (const page of pagesBetween(from, to, RANGE_ROWS)) {
        const first = page * RANGE_ROWS;
        const { rows: read } = await client.fetchQuery(boardPage(of, page, RANGE_ROWS));
        found.push(...read.slice(Math.max(0, from - first), to + 1 - first));
      }
      return found;
    },
    onSuccess: (found, { filter: of }) => {
      // A change of the filter ends the choice.
      if (of === shown.current.filter) toggle(found, true);
    },
  });
  const choose = useCallback(
    (index: number, isRange: boolean) => {
      const { filter: of, rowAt: find, hasChosen } = shown.current;
      const start = isRange && hasChosen && anchor.current !== null ? anchor.current : index;
      anchor.current = index;
      const [from, to] = start < index ? [start, index] : [index, start];
      const range = Array.from({ length: to - from + 1 }, (_, step) => find(from + step));
      const loaded = range.flatMap((row) => row ?? []);
      if (loaded.length === range.length) toggle(loaded, start !== index);
      else mutate({ filter: of, from, to });
    },
    [mutate, toggle],
  );
  return { choose, isReading: isPending };
}

/** The block of cells that a person has selected in a virtual table. Row and column count from 0. */
import { useMemo, useState } from 'react';
import { blockOf, type GridBlock, type GridPosition } from '../grid-block.ts';

export interface Selection {
  /** Null without a selection. */
  readonly block: GridBlock | null;
  /** Where it began, and the corner that moves. */
  readonly start: GridPosition | null;
  readonly end: GridPosition | null;
  readonly select: (start: GridPosition, end: GridPosition) => void;
  readonly clear: () => void;
}

/** `table` names what the rows and columns show: a selection of another one is none. */
export function useSelection(table: string, count: number): Selection {
  const [selected, setSelected] = useState<{ table: string; start: GridPosition; end: GridPosition } | null>(null);
  const isShown = selected?.table === table && selected.start.row < count && selected.end.row < count;
  const { start, end } = isShown ? selected : { start: null, end: null };
  return {
    block: useMemo(() => start && end && blockOf(start, end), [start, end]),
    start,
    end,
    select: (from, to) => setSelected({ table, start: from, end: to }),
    clear: () => setSelected(null),
  };
}

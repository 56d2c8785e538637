/** The block of cells that a person selected in a virtual table. Row and column count from 0. */
import { useMemo, useState } from 'react';
import { blockOf, type GridBlock, type GridPosition } from '../grid-block.ts';

export interface Selection {
  readonly block: GridBlock | null;
  /** The corner where the selection began, and the corner that moves. */
  readonly start: GridPosition | null;
  readonly end: GridPosition | null;
  readonly select: (start: GridPosition, end: GridPosition) => void;
  readonly clear: () => void;
}

interface Selected {
  readonly table: unknown;
  readonly columns: readonly string[];
  readonly start: GridPosition;
  readonly end: GridPosition;
}

/**
 * Keeps the selection until `table` changes. `columns` names the columns in order. If the last columns disappear, the selection shrinks to the rest.
 */
export function useSelection(table: unknown, columns: readonly string[], count: number): Selection {
  const [selected, setSelected] = useState<Selected | null>(null);
  const isShown = selected !== null && selected.table === table && isSelectionOf(selected, columns, count);
  const last = columns.length - 1;
  const [start, end] = isShown ? [selected.start, selected.end] : [null, null];
  return {
    ...useMemo(() => {
      const [from, to] = [start && upTo(last, start), end && upTo(last, end)];
      return { start: from, end: to, block: from && to && blockOf(from, to) };
    }, [start, end, last]),
    select: (from, to) => setSelected({ table, columns, start: from, end: to }),
    clear: () => setSelected(null),
  };
}

function isSelectionOf({ columns: known, start, end }: Selected, columns: readonly string[], count: number): boolean {
  const areRowsThere = start.row < count && end.row < count;
  const isColumnThere = Math.min(start.column, end.column) < columns.length;
  return areRowsThere && isColumnThere && columns.every((column, at) => at >= known.length || known[at] === column);
}

const upTo = (last: number, { row, column }: GridPosition): GridPosition => ({ row, column: Math.min(last, column) });

/** The cursor of a grid: the one cell that the Tab key reaches, the block that a person selects from it, and the keys that move it. */
import { type RefObject, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import type { GridPosition } from '../../../ui/grid-block.ts';
import { useSelection } from '../../../ui/virtual-table/use-selection.ts';
import { moveBy, within } from './grid-move.ts';
import { type GridMeasures, useGridView } from './use-grid-view.ts';

/** The selection is among all rows, in whatever order they are. */
const ALL_ROWS = 'all rows';

/** `columns` names the columns in their order. */
export function useGridCursor(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: { readonly rows: number; readonly columns: readonly string[] },
  measures: GridMeasures,
) {
  const gridId = useId();
  const idOf = useCallback(({ row, column }: GridPosition) => `${gridId}-${row}-${column}`, [gridId]);
  const size = { rows, columns: columns.length };
  const [wanted, setWanted] = useState<GridPosition>({ row: 0, column: 0 });
  const at = within(wanted, size);
  const selection = useSelection(ALL_ROWS, columns, rows);
  const view = useGridView(scroller, size, measures, at);
  const wantsFocus = useRef(false);
  const id = idOf(at);
  // A passive effect of the previous drawing could run after the next key, with an outdated id, and the focus would be lost.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const element = document.getElementById(id);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });
  /** Moves to a cell. With `extend`, the selection grows to this cell. */
  const goTo = (position: GridPosition, extend: boolean): void => {
    if (extend) selection.select(selection.start ?? at, position);
    else selection.clear();
    setWanted(position);
    wantsFocus.current = true;
    view.show(position);
  };
  return {
    at,
    selection,
    idOf,
    rows: view.rows,
    columns: view.columns,
    goTo,
    /** Moves by a key; returns false for a key that does not move. */
    press: (key: string, { ctrl, shift }: { readonly ctrl: boolean; readonly shift: boolean }): boolean => {
      const target = moveBy(key, ctrl, at, { ...size, page: view.page });
      if (target !== null) goTo(target, shift);
      return target !== null;
    },
    selectAll: () => {
      const last = { row: rows - 1, column: columns.length - 1 };
      selection.select({ row: 0, column: 0 }, last);
      setWanted(last);
    },
  };
}

export type GridCursor = ReturnType<typeof useGridCursor>;

/** The cursor of a grid: the cell with the focus, the selected block, and the keys that move them. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import type { GridPosition } from './grid-block.ts';
import { useIdle } from './use-idle.ts';
import { observeRoom } from './virtual-table/observe-room.ts';
import { scrollIfMoved } from './virtual-table/scroll-if-moved.ts';
import { useSelection } from './virtual-table/use-selection.ts';

/** The table of the selection. It never changes, so the selection stays when the rows change their order. */
const ALL_ROWS = 'all rows';

/** Returns the cell or heading of a mouse event, by its `data-row` and `data-column`; null outside of cells. */
export function positionOf({ target }: MouseEvent): GridPosition | null {
  const element = target instanceof Element ? target.closest('[data-column]') : null;
  if (!(element instanceof HTMLElement)) return null;
  return { row: Number(element.dataset.row), column: Number(element.dataset.column) };
}

/**
 * Moves a cursor in a grid by keyboard and mouse. `columns` names the columns in order. The cursor is at `start` first, and the view begins with the
 * column before it.
 */
export function useGridCursor(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: { readonly rows: number; readonly columns: readonly string[] },
  measures: GridMeasures,
  start: GridPosition = { row: 0, column: 0 },
) {
  const gridId = useId();
  const idOf = useCallback(({ row, column }: GridPosition) => `${gridId}-${row}-${column}`, [gridId]);
  const size = { rows, columns: columns.length };
  const [wanted, setWanted] = useState<GridPosition>(start);
  const at = within(wanted, size);
  const selection = useSelection(ALL_ROWS, columns, rows);
  const firstLeft = Math.max(0, (start.column - 1) * measures.column);
  const view = useGridView(scroller, size, measures, at, firstLeft);
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
    /** Moves to a column of the same row and scrolls it to the beginning of the view, with `before` columns before it. Takes no focus. */
    jumpTo: (column: number, before: number): void => {
      selection.clear();
      setWanted({ row: Math.max(0, at.row), column });
      view.begin(Math.max(0, column - before));
    },
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

/** The sizes in pixels of a row, a column, the heading row and the heading column; the headings stay in view. */
interface GridMeasures {
  readonly row: number;
  readonly column: number;
  readonly head: number;
  readonly title: number;
}

/** How many rows and columns are drawn beyond each edge of the view, once it is drawn. */
const BEYOND = 3;
/** The assumed size of the view in pixels, before it is measured. */
const UNMEASURED = { width: 1_000, height: 600 };

/** Returns the rows and columns to draw, in ascending order. The row and the column of the cursor's cell `at` are always among them. */
function useGridView(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  { row, column, head, title }: GridMeasures,
  at: GridPosition,
  firstLeft: number,
) {
  const common = {
    getScrollElement: () => scroller.current,
    observeElementRect: observeRoom({ width: title, height: head }),
    scrollToFn: scrollIfMoved,
    initialRect: { width: UNMEASURED.width - title, height: UNMEASURED.height - head },
    overscan: useIdle() ? BEYOND : 0,
    // Otherwise each of the two virtualisers draws at once, and the second one has the page laid out in between.
    useFlushSync: false,
  };
  const vertical = useVirtualizer<HTMLDivElement, Element>({
    ...common,
    count: rows,
    estimateSize: () => row,
    rangeExtractor: useCallback((range: Range) => withPosition(range, at.row), [at.row]),
  });
  const horizontal = useVirtualizer<HTMLDivElement, Element>({
    ...common,
    horizontal: true,
    initialOffset: firstLeft,
    count: columns,
    estimateSize: () => column,
    rangeExtractor: useCallback((range: Range) => withPosition(range, at.column), [at.column]),
  });
  return {
    rows: vertical.getVirtualIndexes(),
    columns: horizontal.getVirtualIndexes(),
    /** The number of rows that Page Up and Page Down move: one less than the whole rows in view, at least 1. */
    page: Math.max(1, Math.floor((vertical.scrollRect?.height ?? UNMEASURED.height - head) / row) - 1),
    /** Scrolls until a column is the first in view. */
    begin: useCallback((first: number) => horizontal.scrollToIndex(first, { align: 'start' }), [horizontal]),
    /** Scrolls until a cell is in view, and no further. */
    show: useCallback(
      (position: GridPosition) => {
        if (position.row >= 0) vertical.scrollToIndex(position.row);
        if (position.column >= 0) horizontal.scrollToIndex(position.column);
      },
      [vertical, horizontal],
    ),
  };
}

function withPosition(range: Range, position: number): number[] {
  const drawn = defaultRangeExtractor(range);
  const [first = 0, last = -1] = [drawn[0], drawn.at(-1)];
  if (position < 0 || position >= range.count || (first <= position && position <= last)) return drawn;
  return position < first ? [position, ...drawn] : [...drawn, position];
}

/** The size of a grid in which keys move as the grid pattern of WAI-ARIA says. Row −1 has the column headings, column −1 the row headings. */
interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** How many rows Page Up and Page Down move. */
  readonly page: number;
}

const HEAD = -1;

/** The position after a key; null for a key that does not move. */
function moveBy(key: string, ctrl: boolean, from: GridPosition, size: GridSize): GridPosition | null {
  const { row, column } = from;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const targets: Record<string, GridPosition> = {
    ArrowLeft: { row, column: ctrl ? HEAD : column - 1 },
    ArrowRight: { row, column: ctrl ? lastColumn : column + 1 },
    ArrowUp: { row: ctrl ? 0 : row - 1, column },
    ArrowDown: { row: ctrl ? lastRow : row + 1, column },
    Home: { row: ctrl ? 0 : row, column: 0 },
    End: { row: ctrl ? lastRow : row, column: lastColumn },
    PageUp: { row: Math.max(Math.min(row, 0), row - size.page), column },
    PageDown: { row: row + size.page, column },
  };
  const target = targets[key];
  return target ? within(target, size) : null;
}

const within = ({ row, column }: GridPosition, { rows, columns }: Omit<GridSize, 'page'>): GridPosition => ({
  row: Math.max(HEAD, Math.min(rows - 1, row)),
  column: Math.max(HEAD, Math.min(columns - 1, column)),
});

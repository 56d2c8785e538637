/** Decides which rows and columns of a grid are drawn, and scrolls a cell into view. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import type { GridPosition } from '../../../ui/grid-block.ts';
import { observeRoom } from '../../../ui/virtual-table/observe-room.ts';

/** The sizes in pixels of a row, a column, the heading row and the heading column; the headings stay in view. */
export interface GridMeasures {
  readonly row: number;
  readonly column: number;
  readonly head: number;
  readonly title: number;
}

/** How many rows and columns are drawn beyond each edge of the view. */
const BEYOND = 3;
/** The assumed size of the view in pixels, before it is measured. */
const UNMEASURED = { width: 1_000, height: 600 };

/** Returns the rows and columns to draw, in ascending order. The row and the column of the cursor's cell `at` are always among them. */
export function useGridView(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  { row, column, head, title }: GridMeasures,
  at: GridPosition,
) {
  const common = {
    getScrollElement: () => scroller.current,
    observeElementRect: observeRoom({ width: title, height: head }),
    initialRect: { width: UNMEASURED.width - title, height: UNMEASURED.height - head },
    overscan: BEYOND,
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
    count: columns,
    estimateSize: () => column,
    rangeExtractor: useCallback((range: Range) => withPosition(range, at.column), [at.column]),
  });
  return {
    rows: vertical.getVirtualIndexes(),
    columns: horizontal.getVirtualIndexes(),
    /** How many whole rows fit into the view. */
    page: Math.max(1, Math.floor((vertical.scrollRect?.height ?? UNMEASURED.height - head) / row) - 1),
    /** Scrolls a cell into view by the shortest way. */
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

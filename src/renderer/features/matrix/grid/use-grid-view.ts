/** Decides which rows and columns of a grid are drawn, and scrolls a cell into view. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import type { GridPosition } from '../../../ui/grid-block.ts';
import { observeRoom } from '../../../ui/virtual-table/observe-room.ts';

/** The sizes in px of a row, a column, the header row and the header column; the headers stay in view. */
export interface GridMeasures {
  readonly row: number;
  readonly column: number;
  readonly head: number;
  readonly title: number;
}

/** The number of rows and columns that are drawn beyond each edge. */
const BEYOND = 3;
/** The assumed size of the view in px before it is measured. */
const UNMEASURED = { width: 1_000, height: 600 };

/** Finds the drawn positions, in ascending order. The row and the column of `at`, the cursor's cell, stay in the document. */
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
    /** The number of whole rows that fit into the view. */
    page: Math.max(1, Math.floor((vertical.scrollRect?.height ?? UNMEASURED.height - head) / row) - 1),
    /** Scrolls as little as needed to bring a cell into view. */
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

/** Decides which rows and columns of a grid are in view. All cells have one size, so the scroll position suffices for that. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { GridPosition } from '../../../ui/grid-block.ts';

/** The sizes in px of a row, a column, the header row and the header column; the headers stay in view. */
export interface GridMeasures {
  readonly row: number;
  readonly column: number;
  readonly head: number;
  readonly title: number;
}

/** Positions from `first` to `last`, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export interface GridView {
  readonly rows: Span;
  readonly columns: Span;
  /** The number of whole rows that fit into the view. */
  readonly page: number;
  /** Measures the view. Call when the grid was scrolled. */
  readonly measure: () => void;
  /** Scrolls as little as needed to bring a cell into view. */
  readonly show: (position: GridPosition) => void;
}

/** The number of rows and columns that are drawn beyond each edge. */
const BEYOND = 3;
/** The assumed view before it was measured. */
const UNMEASURED = { top: 0, left: 0, height: 600, width: 1_000 };

export function useGridView(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  { row, column, head, title }: GridMeasures,
): GridView {
  const [seen, setSeen] = useState(UNMEASURED);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = element;
    // Drawn rows change only when the position passes an edge.
    const next = { top: Math.floor(top / row) * row, left: Math.floor(left / column) * column, height, width };
    setSeen((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
  }, [scroller, row, column]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, measure]);
  const show = useCallback(
    (position: GridPosition) => {
      const element = scroller.current;
      if (!element) return;
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
      const top = position.row < 0 ? scrollTop : nearest(scrollTop, position.row * row, row, clientHeight - head);
      const left =
        position.column < 0 ? scrollLeft : nearest(scrollLeft, position.column * column, column, clientWidth - title);
      if (top !== scrollTop) element.scrollTop = top;
      if (left !== scrollLeft) element.scrollLeft = left;
      measure();
    },
    [scroller, measure, row, column, head, title],
  );
  return {
    rows: spanOf(seen.top, seen.height - head, row, rows),
    columns: spanOf(seen.left, seen.width - title, column, columns),
    page: Math.max(1, Math.floor((seen.height - head) / row) - 1),
    measure,
    show,
  };
}

/** The scroll position nearest to `from` that shows `size` px from `start` on. */
const nearest = (from: number, start: number, size: number, room: number): number =>
  Math.min(start, Math.max(from, start + size - room));

function spanOf(from: number, room: number, size: number, count: number): Span {
  const first = Math.max(0, Math.min(count - 1, Math.floor(from / size) - BEYOND));
  return { first, last: Math.max(first, Math.min(count - 1, Math.ceil((from + room) / size) + BEYOND)) };
}

/** The positions of a span and the position `also` of the cursor's cell, which must stay in the document. */
export function positionsIn({ first, last }: Span, also: number): number[] {
  const drawn = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (also < 0 || (also >= first && also <= last)) return drawn;
  return also < first ? [also, ...drawn] : [...drawn, also];
}

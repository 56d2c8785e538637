/** Draws the rows in view for a new filter first, and the rows near the view once the window is idle. */
import { useEffect, useRef } from 'react';
import { useWhenIdle } from '../use-when-idle.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

/** Returns the rows to draw, by index. For another `filter`, rows out of view stay as they were until the window is idle. */
export function useViewFirst<Row>(
  rows: VirtualRows,
  filter: unknown,
  rowAt: (index: number) => Row | null,
): ReadonlyMap<number, Row | null> {
  const isSettled = useWhenIdle(filter) === filter;
  const before = useRef<ReadonlyMap<number, Row | null>>(new Map());
  const drawn = new Map(
    rows.drawn.map(({ place: { index } }) => [
      index,
      isSettled || rows.isInView(index) ? rowAt(index) : (before.current.get(index) ?? null),
    ]),
  );
  useEffect(() => {
    before.current = drawn;
  });
  return drawn;
}

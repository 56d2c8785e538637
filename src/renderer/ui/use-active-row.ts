/** The row of a windowed table that has the tab stop: keys move it, and it stays drawn wherever the table is scrolled to. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/** Rows that Page Up and Page Down move over. */
const STEP_ROWS = 10;

/** For a table whose rows are known by their place among `count`. */
export function useActiveRow(count: number) {
  const gridId = useId();
  const focusWanted = useRef(false);
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, Math.max(0, count - 1));
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.getElementById(`${gridId}-${active}`)?.focus({ preventScroll: true });
  }, [gridId, active]);
  /** What keys do on a row's button; `scrollTo` brings a row into view. */
  const onKeys = (scrollTo: (index: number) => void) => (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + STEP_ROWS,
      PageUp: active - STEP_ROWS,
      Home: 0,
      End: count - 1,
    };
    const wish = targets[event.key];
    if (wish === undefined) return;
    event.preventDefault();
    const target = Math.min(count - 1, Math.max(0, wish));
    focusWanted.current = true;
    setActive(target);
    scrollTo(target);
  };
  /** The id of a row's button. */
  const idOf = (index: number): string => `${gridId}-${index}`;
  return { active, setActive, idOf, onKeys };
}

/** The rows to draw: those in view, and the active one, so that the keyboard never loses it. */
export function withActiveRow(range: Range, active: number, count: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (active >= count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((one, two) => one - two);
}

/** The cursor of a grid: the cell that has the tab stop, and the block that a person marked from there. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { blockOf, type GridBlock, type GridPosition } from '../../../ui/grid-block.ts';
import { type GridSize, moveBy, within } from './grid-move.ts';

interface Cursor {
  readonly at: GridPosition;
  /** The opposite corner of the marked block; `null` when no block is marked. */
  readonly anchor: GridPosition | null;
}

export interface GridCursor {
  readonly at: GridPosition;
  readonly block: GridBlock | null;
  /** Moves by a key; returns false for a key that does not move. */
  readonly press: (key: string, keys: { readonly ctrl: boolean; readonly shift: boolean }) => boolean;
  /** Moves to a cell; with `extend` the block is extended to it. */
  readonly goTo: (position: GridPosition, extend: boolean) => void;
  readonly markAll: () => void;
  readonly clear: () => void;
}

const START: Cursor = { at: { row: 0, column: 0 }, anchor: null };

/** Makes the cursor. `show` scrolls a cell into view; `idOf` names its element, which receives the focus after a move. */
export function useGridCursor(
  size: GridSize,
  idOf: (position: GridPosition) => string,
  show: (position: GridPosition) => void,
): GridCursor {
  const [cursor, setCursor] = useState(START);
  const at = within(cursor.at, size);
  const wantsFocus = useRef(false);
  const id = idOf(at);
  // A passive effect of the drawing before could run after the next key, with the id before it, and the focus would be lost.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const element = document.getElementById(id);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });
  const goTo = useCallback(
    (position: GridPosition, extend: boolean) => {
      setCursor(({ at: before, anchor }) => ({ at: position, anchor: extend ? (anchor ?? before) : null }));
      wantsFocus.current = true;
      show(position);
    },
    [show],
  );
  return {
    at,
    block: cursor.anchor && blockOf(within(cursor.anchor, size), at),
    press: (key, { ctrl, shift }) => {
      const target = moveBy(key, ctrl, at, size);
      if (target !== null) goTo(target, shift);
      return target !== null;
    },
    goTo,
    markAll: () =>
      setCursor({
        at: { row: size.rows - 1, column: size.columns - 1 },
        anchor: { row: 0, column: 0 },
      }),
    clear: () => setCursor(({ at: position }) => ({ at: position, anchor: null })),
  };
}

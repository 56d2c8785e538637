/** Positions pinned columns, which stay beside the title while the table scrolls sideways. */
import type { CSSProperties } from 'react';
import type { TableColumn } from './column-choice.ts';

/** The style of each pinned column's cells, by path. */
export type Pins = ReadonlyMap<string, CSSProperties>;

export function pinsOf(columns: readonly TableColumn[], widthOf: (path: string) => number, titlePx: number): Pins {
  let left = titlePx;
  const pins = new Map<string, CSSProperties>();
  for (const { path, pinned } of columns) {
    if (!pinned) continue;
    pins.set(path, { '--pin-left': `${left}px` } as CSSProperties);
    left += widthOf(path);
  }
  return pins;
}

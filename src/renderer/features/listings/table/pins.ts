/** Positions pinned columns, which stay in place while the table scrolls sideways: beside the title and the pinned columns before them. */
import type { CSSProperties } from 'react';
import type { TableColumn } from './column-choice.ts';

/** The style of the cells of each pinned column, by path. */
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

/** Decides the columns of the table and their order. Pure, except for reading the settings of version 0.1.0. */
import type { CSSProperties } from 'react';
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import { plainView, storedView, type TableColumn } from '../../../../shared/listing/listing-table.ts';
import type { ListingView, ShownColumn } from '../../../../shared/model/listing-view.ts';

export { shownColumns, type TableColumn, tableFields } from '../../../../shared/listing/listing-table.ts';

/** The paths of columns that version 0.1.0 stored in the window's own storage; null when it stored none. */
function pathsOfEarlierVersion(connectionId: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(`latchkey.columns.${connectionId}`) ?? 'null');
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, MAX_ENTRIES.page) : null;
  } catch {
    return null;
  }
}

/** Returns the current view of a connection: the stored one, or else a view with the suggested columns. */
export function currentView(views: readonly ListingView[], connectionId: string): ListingView {
  const stored = storedView(views, connectionId);
  if (stored) return stored;
  const columns = pathsOfEarlierVersion(connectionId)?.map((path) => ({ path, width: null, pinned: false })) ?? null;
  return plainView(connectionId, columns);
}

/** Moves the column at `path` by `by` positions. */
export function moved(columns: readonly ShownColumn[], path: string, by: number): ShownColumn[] {
  const from = columns.findIndex((column) => column.path === path);
  const column = columns[from];
  if (!column) return [...columns];
  const others = columns.filter((other) => other !== column);
  others.splice(Math.max(0, Math.min(others.length, from + by)), 0, column);
  return others;
}

/** The style of each pinned column's cells, by path. */
export type Pins = ReadonlyMap<string, CSSProperties>;

/** Returns the styles that keep pinned columns beside the title while the table scrolls sideways. */
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

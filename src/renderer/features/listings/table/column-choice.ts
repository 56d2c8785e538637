/** Which columns the table shows, in which order and width. Pure, but for what version 0.1.0 stored. */
import { MAX_COLUMNS, plainView, storedView } from '../../../../shared/listing/listing-table.ts';
import type { ListingView, ShownColumn } from '../../../../shared/model/listing-view.ts';

export { shownColumns, type TableColumn, tableFields } from '../../../../shared/listing/listing-table.ts';

/** The paths that version 0.1.0 stored in the window's own storage; null without a choice. */
function pathsOfEarlierVersion(connectionId: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(`latchkey.columns.${connectionId}`) ?? 'null');
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, MAX_COLUMNS) : null;
  } catch {
    return null;
  }
}

/** The current arrangement of a connection: the stored one, else the suggested columns as they were loaded. */
export function currentView(views: readonly ListingView[], connectionId: string): ListingView {
  const stored = storedView(views, connectionId);
  if (stored) return stored;
  const columns = pathsOfEarlierVersion(connectionId)?.map((path) => ({ path, width: null, pinned: false })) ?? null;
  return plainView(connectionId, columns);
}

/** The choice after a column was moved by `by` places. */
export function moved(columns: readonly ShownColumn[], path: string, by: number): ShownColumn[] {
  const from = columns.findIndex((column) => column.path === path);
  const column = columns[from];
  if (!column) return [...columns];
  const others = columns.filter((other) => other !== column);
  others.splice(Math.max(0, Math.min(others.length, from + by)), 0, column);
  return others;
}

/** Which columns a person wants to see: remembered per connection as field paths, never with what is in them. */
import type { Column } from '../../../../shared/model/field.ts';

/** Without a choice of the person, at most this many columns are shown; the others are one click away. */
const MAX_DEFAULT_COLUMNS = 10;
const MAX_COLUMNS = 200;

const storageKeyOf = (connectionId: string) => `latchkey.columns.${connectionId}`;

/** The remembered paths; `null` where nothing was chosen, or where what is kept cannot be read. */
export function rememberedColumns(connectionId: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(storageKeyOf(connectionId)) ?? 'null');
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, MAX_COLUMNS) : null;
  } catch {
    return null;
  }
}

/** Keeps the paths, or forgets them on `null`. A full or forbidden storage loses the choice and nothing else. */
export function rememberColumns(connectionId: string, paths: readonly string[] | null): void {
  try {
    if (paths === null) window.localStorage.removeItem(storageKeyOf(connectionId));
    else window.localStorage.setItem(storageKeyOf(connectionId), JSON.stringify(paths));
  } catch {
    // The choice then lasts until the window closes.
  }
}

/** The columns shown, in the order of the records: those chosen, or the suggested ones. Pictures have a place of their own. */
export function shownColumns(columns: readonly Column[], chosen: readonly string[] | null, titlePath: string | null) {
  const others = columns.filter((column) => column.path !== titlePath);
  if (chosen) return others.filter((column) => chosen.includes(column.path)).slice(0, MAX_COLUMNS);
  return others.filter((column) => column.suggested && column.kind !== 'picture').slice(0, MAX_DEFAULT_COLUMNS);
}

/** The chosen columns of a connection, stored as field paths without values. */
import { currencyPathOf } from '../../../../shared/currency-path.ts';
import type { Column } from '../../../../shared/model/field.ts';

/** Without a choice, at most this many columns are shown. */
const MAX_DEFAULT_COLUMNS = 10;
const MAX_COLUMNS = 200;

const storageKeyOf = (connectionId: string) => `latchkey.columns.${connectionId}`;

/** The remembered paths; null when nothing was chosen or the stored value is invalid. */
export function rememberedColumns(connectionId: string): string[] | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(storageKeyOf(connectionId)) ?? 'null');
    return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string').slice(0, MAX_COLUMNS) : null;
  } catch {
    return null;
  }
}

/** Stores the paths, or deletes them on null. */
export function rememberColumns(connectionId: string, paths: readonly string[] | null): void {
  try {
    if (paths === null) window.localStorage.removeItem(storageKeyOf(connectionId));
    else window.localStorage.setItem(storageKeyOf(connectionId), JSON.stringify(paths));
  } catch {
    // Without storage, the choice lasts until the window closes.
  }
}

/** The chosen or the suggested columns, in the order of the records. Pictures are in the first column and the drawer. */
export function shownColumns(columns: readonly Column[], chosen: readonly string[] | null, titlePath: string | null) {
  const others = columns.filter((column) => column.path !== titlePath);
  if (chosen) return others.filter((column) => chosen.includes(column.path)).slice(0, MAX_COLUMNS);
  return others.filter((column) => column.suggested && column.kind !== 'picture').slice(0, MAX_DEFAULT_COLUMNS);
}

/** The columns of the table, the path of the currency by path of each amount, and the paths that its rows are read with. */
export function tableFields(columns: readonly Column[], chosen: readonly string[] | null, titlePath: string | null) {
  const shown = shownColumns(columns, chosen, titlePath);
  const known = new Set(columns.map(({ path }) => path));
  const currencies = new Map(
    shown.flatMap(({ path, kind }) => {
      const currencyPath = kind === 'money' ? currencyPathOf(path, known) : null;
      return currencyPath === null ? [] : [[path, currencyPath] as const];
    }),
  );
  const paths = [...new Set([...shown.map(({ path }) => path), ...currencies.values()])];
  return { columns: shown, currencies, paths };
}

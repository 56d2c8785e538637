/** Which columns the table shows, in which order and width. Pure, but for what version 0.1.0 stored. */
import { currencyPathOf } from '../../../../shared/currency-path.ts';
import type { Column } from '../../../../shared/model/field.ts';
import type { ListingView, ShownColumn } from '../../../../shared/model/listing-view.ts';

/** Without a choice, at most this many columns are shown. */
const MAX_DEFAULT_COLUMNS = 10;
const MAX_COLUMNS = 200;

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
  const stored = views.find((view) => view.connectionId === connectionId && view.name === '');
  if (stored) return stored;
  const columns = pathsOfEarlierVersion(connectionId)?.map((path) => ({ path, width: null, pinned: false })) ?? null;
  return { connectionId, name: '', columns, sort: [], facets: {}, layout: 'table' };
}

/** A column as it is drawn. */
export interface TableColumn extends Column {
  /** Pixels; null for the width of its kind. */
  readonly width: number | null;
  readonly pinned: boolean;
}

/** The chosen columns in their order, the pinned ones first; without a choice, the suggested ones. The title has its own column. */
export function shownColumns(
  columns: readonly Column[],
  chosen: readonly ShownColumn[] | null,
  titlePath: string | null,
): TableColumn[] {
  if (chosen === null)
    return columns
      .filter(({ path, suggested, kind }) => path !== titlePath && suggested && kind !== 'picture')
      .slice(0, MAX_DEFAULT_COLUMNS)
      .map((column) => ({ ...column, width: null, pinned: false }));
  const known = new Map(columns.map((column) => [column.path, column]));
  const shown = chosen.flatMap(({ path, width, pinned }) => {
    const column = path === titlePath ? undefined : known.get(path);
    return column ? [{ ...column, width, pinned }] : [];
  });
  return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
}

/** The columns of the table, the path of the currency by path of each amount, and the paths that its rows are read with. */
export function tableFields(
  columns: readonly Column[],
  chosen: readonly ShownColumn[] | null,
  titlePath: string | null,
) {
  const shown = shownColumns(columns, chosen, titlePath);
  const known = new Set(columns.map(({ path }) => path));
  const currencies = new Map(
    shown.flatMap(({ path, kind }) => {
      const currencyPath = kind === 'money' ? currencyPathOf(path, known) : null;
      return currencyPath === null ? [] : [[path, currencyPath] as const];
    }),
  );
  const paths = [...new Set([...shown.map(({ path }) => path), ...currencies.values()])].slice(0, MAX_COLUMNS);
  return { columns: shown, currencies, paths };
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

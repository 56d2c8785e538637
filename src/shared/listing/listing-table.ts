/** Chooses the columns and rows that the table of listings shows first. Pure. Main uses it to read these rows before the window's code is loaded. */
import { MAX_ENTRIES } from '../input/max-input.ts';
import type { Column } from '../model/field.ts';
import type { FacetChoice, ListingsQuery, ListingsStatus } from '../model/listing.ts';
import type { ListingView, ShownColumn } from '../model/listing-view.ts';
import { currencyPathOf } from '../money/currency-path.ts';

/** The number of rows that a long table reads at once. */
export const PAGE_ROWS: number = MAX_ENTRIES.fields;
/** The greatest number of columns that are shown when a person has chosen none. */
const MAX_DEFAULT_COLUMNS = 10;

/** Returns the stored current view of a connection; null when none is stored. */
export const storedView = (views: readonly ListingView[], connectionId: string): ListingView | null =>
  views.find((view) => view.connectionId === connectionId && view.name === '') ?? null;

/** Makes a first view for a connection that has none. `columns` were chosen in an earlier version; null means the suggested ones. */
export const plainView = (connectionId: string, columns: ListingView['columns'] = null): ListingView => ({
  connectionId,
  name: '',
  columns,
  sort: [],
  facets: {},
  layout: 'table',
});

export interface TableColumn extends Column {
  /** The width in pixels; null for the default width of the column's kind. */
  readonly width: number | null;
  readonly pinned: boolean;
}

/** Returns the chosen columns, pinned ones first; the suggested columns when `chosen` is null. The title is always shown, so it is not among them. */
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

/** Returns the columns of the table, the path of the currency of each amount (`currencies`), and every path to read (`paths`). */
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
  const paths = [...new Set([...shown.map(({ path }) => path), ...currencies.values()])].slice(0, MAX_ENTRIES.page);
  return { columns: shown, currencies, paths };
}

export function firstRowsQuery({ connectionId, columns, titlePath }: ListingsStatus, view: ListingView): ListingsQuery {
  const { paths } = tableFields(columns, view.columns, titlePath);
  const { sort, facets } = view;
  return { connectionId, search: '', facets, changed: false, sort, columns: paths, offset: 0, limit: PAGE_ROWS };
}

/** Counts the facets in which a person chose a value. */
export const chosenFacets = (choice: FacetChoice): number =>
  Object.values(choice).filter((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined)).length;

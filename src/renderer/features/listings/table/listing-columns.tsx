/** The columns of the listings table: widths by kind of field, and cells. */
import { columnSizingFeature, createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { Column, FieldKind } from '../../../../shared/model/field.ts';
import type { Json } from '../../../../shared/model/primitives.ts';
import { FieldValue } from '../../../actions/field-value.tsx';
import { withCurrency } from '../../../text/currency.ts';
import { LoadingCell } from '../../../ui/virtual-table/cells.tsx';
import type { RowPlace } from '../../../ui/virtual-table/use-virtual-rows.ts';
import { headersOf } from '../field-names.ts';
import type { LoadedListing } from './use-listing-rows.ts';

/** A drawn row: its place among all rows, and its record, or null while it loads. */
export interface TableRow {
  readonly place: RowPlace;
  readonly loaded: LoadedListing | null;
}

export const TITLE_COLUMN = 'title of the listing';
export const features = tableFeatures({ rowSortingFeature, columnSizingFeature });
/** Fits most titles. */
const TITLE_PX = 320;
/** The share of the remaining width that a column takes. */
export const widthShareOf = (columnId: string): number => (columnId === TITLE_COLUMN ? 3 : 1);
const helper = createColumnHelper<typeof features, TableRow>();

const WIDTHS: Record<FieldKind, number> = {
  text: 112,
  number: 84,
  boolean: 76,
  money: 116,
  date: 108,
  instant: 138,
  picture: 84,
  address: 150,
  link: 160,
  list: 180,
  object: 150,
  identifier: 216,
};

/** Kinds that are right-aligned. */
export const isNumeric = (kind: FieldKind): boolean => kind === 'number' || kind === 'money';

/** `currencies` maps the path of an amount to the path of its currency. */
export function listingColumns(
  columns: readonly Column[],
  titlePath: string | null,
  currencies: ReadonlyMap<string, string>,
) {
  const headers = headersOf(columns);
  return helper.columns([
    helper.accessor((row) => row.loaded?.row.title ?? '', {
      id: TITLE_COLUMN,
      header: 'Listing',
      size: TITLE_PX,
      enableSorting: titlePath !== null,
    }),
    ...columns.map((column) =>
      helper.accessor((row) => cellWithCurrency(row.loaded, column.path, currencies.get(column.path)), {
        id: column.path,
        header: headers.get(column.path) ?? column.title,
        size: Math.max(WIDTHS[column.kind], Math.min(200, 48 + (headers.get(column.path)?.length ?? 0) * 7.4)),
        cell: ({ row, getValue }) =>
          row.original.loaded ? <FieldValue kind={column.kind} value={getValue()} /> : <LoadingCell />,
      }),
    ),
  ]);
}

function cellAt(loaded: LoadedListing | null, path: string): Json {
  if (!loaded) return null;
  return loaded.row.cells[loaded.query.columns.indexOf(path)] ?? null;
}

function cellWithCurrency(loaded: LoadedListing | null, path: string, currencyPath: string | undefined): Json {
  const value = cellAt(loaded, path);
  return currencyPath === undefined ? value : withCurrency(value, cellAt(loaded, currencyPath));
}

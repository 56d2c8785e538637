/** The columns of the listings table: heads, and widths by kind of field. */
import { columnSizingFeature, createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { Column, FieldKind } from '../../../../shared/model/field.ts';
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { headersOf } from '../field-names.ts';

export const TITLE_COLUMN = 'title of the listing';
export const features = tableFeatures({ rowSortingFeature, columnSizingFeature });
/** Fits most titles. */
const TITLE_PX = 320;
/** The share of the remaining width that a column takes. */
export const widthShareOf = (columnId: string): number => (columnId === TITLE_COLUMN ? 3 : 1);
const helper = createColumnHelper<typeof features, ListingRow>();

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

export function listingColumns(columns: readonly Column[], titlePath: string | null) {
  const headers = headersOf(columns);
  return helper.columns([
    helper.accessor('title', {
      id: TITLE_COLUMN,
      header: 'Listing',
      size: TITLE_PX,
      enableSorting: titlePath !== null,
    }),
    ...columns.map((column) =>
      helper.accessor('cells', {
        id: column.path,
        header: headers.get(column.path) ?? column.title,
        size: Math.max(WIDTHS[column.kind], Math.min(200, 48 + (headers.get(column.path)?.length ?? 0) * 7.4)),
      }),
    ),
  ]);
}

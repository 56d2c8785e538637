/** The columns of the listings table: headings, and widths by kind of field. */
import { columnSizingFeature, createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { FieldKind } from '../../../../shared/model/field.ts';
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { headersOf } from '../field-names.ts';
import type { TableColumn } from './column-choice.ts';

export const TITLE_COLUMN = 'title of the listing';
export const features = tableFeatures({ rowSortingFeature, columnSizingFeature });
/** The width of the title column, which fits most titles. */
const TITLE_PX = 320;
const MIN_TITLE_PX = 220;
/** The share of the remaining width that a column receives. */
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

/** Whether a kind is right-aligned. */
export const isNumeric = (kind: FieldKind): boolean => kind === 'number' || kind === 'money';

/** The default width of a column in pixels. */
const widthOf = ({ kind }: TableColumn, header: string): number =>
  Math.max(WIDTHS[kind], Math.min(200, 48 + header.length * 7.4));

/** The width of the title column in a table of this width; in a wide table, the width that most titles need. */
const titleWidth = (tablePx: number): number =>
  tablePx === 0 ? TITLE_PX : Math.round(Math.max(MIN_TITLE_PX, Math.min(TITLE_PX, tablePx * 0.3)));

/** The first columns that fit completely into a table of this width, at least two. Width 0 means unknown. */
export function fitting(columns: readonly TableColumn[], tablePx: number): TableColumn[] {
  if (tablePx === 0) return [...columns];
  const headers = headersOf(columns);
  let left = tablePx - titleWidth(tablePx);
  return columns.filter((column, index) => {
    left -= widthOf(column, headers.get(column.path) ?? column.title);
    return index < 2 || left >= 0;
  });
}

/** Makes the columns. `title`: the heading of the title column. */
export function listingColumns(
  columns: readonly TableColumn[],
  { title, titlePath, tablePx }: { title: string; titlePath: string | null; tablePx: number },
) {
  const headers = headersOf(columns);
  return helper.columns([
    helper.accessor('title', {
      id: TITLE_COLUMN,
      header: title,
      size: titleWidth(tablePx),
      enableSorting: titlePath !== null,
    }),
    ...columns.map((column) => {
      const header = headers.get(column.path) ?? column.title;
      return helper.accessor('cells', { id: column.path, header, size: column.width ?? widthOf(column, header) });
    }),
  ]);
}

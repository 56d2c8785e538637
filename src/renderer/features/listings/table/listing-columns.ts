/** The columns of the listings table: headings, widths by kind of field, and the order that a click on a heading makes. */
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { FieldKind } from '../../../../shared/model/field.ts';
import type { ListingSort } from '../../../../shared/model/listing.ts';
import { headersOf } from '../field-names.ts';
import type { TableColumn } from './column-choice.ts';

export const TITLE_COLUMN = 'title of the listing';
/** The width of the title column, which fits most titles. */
const TITLE_PX = 320;
const MIN_TITLE_PX = 220;
/** The share of the remaining width that the title column receives; every other column receives one. */
const TITLE_SHARE = 3;

/** The heading of a column. */
export interface ColumnHead {
  readonly id: string;
  readonly title: string;
  /** The width in px. */
  readonly size: number;
  /** The path that the rows are sorted by; null when the column cannot be sorted. */
  readonly path: string | null;
  readonly isNumeric: boolean;
  /** Whether a person chose the width. */
  readonly isSized: boolean;
}

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

/** Makes the headings of all columns. `title`: the heading of the title column. */
export function listingColumns(
  columns: readonly TableColumn[],
  { title, titlePath, tablePx }: { title: string; titlePath: string | null; tablePx: number },
): ColumnHead[] {
  const headers = headersOf(columns);
  const size = titleWidth(tablePx);
  return [
    { id: TITLE_COLUMN, title, size, path: titlePath, isNumeric: false, isSized: false },
    ...columns.map((column) => {
      const { path, kind, width } = column;
      const header = headers.get(path) ?? column.title;
      return {
        id: path,
        title: header,
        size: width ?? widthOf(column, header),
        path,
        isNumeric: isNumeric(kind),
        isSized: width !== null,
      };
    }),
  ];
}

/** The value of `grid-template-columns`. Beside pinned columns the title keeps its width: they begin where it ends. */
export function tracksOf(heads: readonly ColumnHead[], isPinned: (id: string) => boolean): string {
  const hasPins = heads.some(({ id }) => isPinned(id));
  return heads
    .map(({ id, size, isSized }) => {
      const isTitle = id === TITLE_COLUMN;
      if (isSized || isPinned(id) || (isTitle && hasPins)) return `${size}px`;
      return `minmax(${size}px, ${isTitle ? TITLE_SHARE : 1}fr)`;
    })
    .join(' ');
}

/**
 * The order after a click on the head of a column: ascending, descending, unsorted. With `isAdded` the other columns of the order stay; the first
 * one goes when there are too many.
 */
export function nextSort(sort: readonly ListingSort[], path: string, isAdded: boolean): readonly ListingSort[] {
  const known = sort.find((one) => one.path === path);
  const next = known?.descending ? [] : [{ path, descending: known !== undefined }];
  if (!isAdded) return next;
  const all = known ? sort.flatMap((one) => (one === known ? next : [one])) : [...sort, ...next];
  return all.slice(-MAX_ENTRIES.sortedColumns);
}

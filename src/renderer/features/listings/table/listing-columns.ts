/** The columns of the table of listings: headings, widths, and the order that a click on a heading makes. */
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { FieldKind } from '../../../../shared/model/field.ts';
import type { ListingSort } from '../../../../shared/model/listing.ts';
import { headersOf } from '../field-names.ts';
import type { TableColumn } from './column-choice.ts';

export const TITLE_COLUMN = 'title of the listing';
/** The width of the title column in pixels, in which most titles fit. */
const TITLE_PX = 320;
const MIN_TITLE_PX = 220;
/** The shares of the remaining width that the title column gets; every other column gets one share. */
const TITLE_SHARE = 3;

export interface ColumnHead {
  readonly id: string;
  readonly title: string;
  /** The width in pixels. */
  readonly size: number;
  /** The path by which a click sorts the rows; null when the column cannot be sorted. */
  readonly path: string | null;
  readonly isNumeric: boolean;
  /** True when a person chose the width. */
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

/** True for a kind whose values are aligned right. */
export const isNumeric = (kind: FieldKind): boolean => kind === 'number' || kind === 'money';

/** The default width of a column in pixels. */
const widthOf = ({ kind }: TableColumn, header: string): number =>
  Math.max(WIDTHS[kind], Math.min(200, 48 + header.length * 7.4));

/** The width of the title column in pixels, for a table of `tablePx` pixels (0 when unknown). */
const titleWidth = (tablePx: number): number =>
  tablePx === 0 ? TITLE_PX : Math.round(Math.max(MIN_TITLE_PX, Math.min(TITLE_PX, tablePx * 0.3)));

/** Returns the first columns that fit completely into a table of `tablePx` pixels (0 when unknown), at least two. */
export function fitting(columns: readonly TableColumn[], tablePx: number): TableColumn[] {
  if (tablePx === 0) return [...columns];
  const headers = headersOf(columns);
  let left = tablePx - titleWidth(tablePx);
  return columns.filter((column, index) => {
    left -= widthOf(column, headers.get(column.path) ?? column.title);
    return index < 2 || left >= 0;
  });
}

/** Makes the headings of the table: the heading of the title column, with the text `title`, then one for each of the `columns`. */
export function tableHeads(
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

/** Returns the value of `grid-template-columns`. The title column has a fixed width when there are pinned columns, because they begin at its end. */
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

/** Returns the order after a click on a heading: ascending, descending, then unsorted. With `isAdded`, the latest other columns stay in the order. */
export function nextSort(sort: readonly ListingSort[], path: string, isAdded: boolean): readonly ListingSort[] {
  const known = sort.find((one) => one.path === path);
  const next = known?.descending ? [] : [{ path, descending: known !== undefined }];
  if (!isAdded) return next;
  const all = known ? sort.flatMap((one) => (one === known ? next : [one])) : [...sort, ...next];
  return all.slice(-MAX_ENTRIES.sortedColumns);
}

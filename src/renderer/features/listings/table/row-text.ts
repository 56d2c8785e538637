/** Rows and cells of the table as text for the clipboard. */
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../text/field-text.ts';
import { headersOf } from '../field-names.ts';
import type { TableColumn } from './column-choice.ts';

export interface RowFormat {
  readonly columns: readonly TableColumn[];
  /** Path of the currency by path of the amount. */
  readonly currencies: ReadonlyMap<string, string>;
  /** The paths of the row's cells. */
  readonly paths: readonly string[];
}

/** One cell as it is shown. */
export function cellText(row: ListingRow, { path, kind }: TableColumn, { paths, currencies }: RowFormat): string {
  const valueAt = (at: string | undefined) => (at === undefined ? null : (row.cells[paths.indexOf(at)] ?? null));
  return fieldText(kind, withCurrency(valueAt(path), valueAt(currencies.get(path))));
}

/** Rows with tabs between their cells, as spreadsheets paste them. */
export const rowsText = (rows: readonly ListingRow[], format: RowFormat): string =>
  rows.map((row) => line([row.title, ...format.columns.map((column) => cellText(row, column, format))])).join('\n');

/** The titles of the columns as such a row. */
export function headText(columns: readonly TableColumn[]): string {
  const headers = headersOf(columns);
  return line(['Listing', ...columns.map(({ path, title }) => headers.get(path) ?? title)]);
}

/** A tab or a line break within a cell would begin another one. */
const line = (cells: readonly string[]): string => cells.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');

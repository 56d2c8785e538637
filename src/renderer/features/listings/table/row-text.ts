/** Writes the cells of a row as text. */
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../text/field-text.ts';
import type { TableColumn } from './column-choice.ts';

export interface RowFormat {
  readonly columns: readonly TableColumn[];
  /** The path of the currency, by the path of the amount. */
  readonly currencies: ReadonlyMap<string, string>;
  /** The paths of the row's cells. */
  readonly paths: readonly string[];
}

/** The displayed text of a cell. */
export function cellText(row: ListingRow, { path, kind }: TableColumn, { paths, currencies }: RowFormat): string {
  const valueAt = (at: string | undefined) => (at === undefined ? null : (row.cells[paths.indexOf(at)] ?? null));
  return fieldText(kind, withCurrency(valueAt(path), valueAt(currencies.get(path))));
}

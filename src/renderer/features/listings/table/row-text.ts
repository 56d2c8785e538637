/** The cells of a row as text. */
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../text/field-text.ts';
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

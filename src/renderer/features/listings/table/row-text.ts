/** Writes the cells of a row as they are shown. */
import type { ListingRow } from '../../../../shared/model/listing.ts';
import { withCurrency } from '../../../text/currency.ts';
import { fieldText } from '../../../text/field-text.ts';
import type { TableColumn } from './column-choice.ts';

export interface RowFormat {
  readonly columns: readonly TableColumn[];
  /** Maps the path of an amount to the path of its currency. */
  readonly currencies: ReadonlyMap<string, string>;
  /** The paths of the fields in a row's `cells`, in the same order. */
  readonly paths: readonly string[];
}

export function cellText(row: ListingRow, { path, kind }: TableColumn, { paths, currencies }: RowFormat): string {
  const valueAt = (at: string | undefined) => (at === undefined ? null : (row.cells[paths.indexOf(at)] ?? null));
  return fieldText(kind, withCurrency(valueAt(path), valueAt(currencies.get(path))));
}

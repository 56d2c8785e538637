/** Writes a table as CSV (RFC 4180, UTF-8 with the byte order mark that spreadsheets expect). The file appears under its name when it is complete. */
import { stringify } from 'csv-stringify/sync';
import type { Json } from '../../../shared/model/primitives.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { rowTexts } from '../../../shared/text/spreadsheet-cell.ts';
import { nextTurn } from '../next-turn.ts';
import { writeFile } from '../part-file.ts';
import type { TableBatches } from './table.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** How this machine's spreadsheets read a table: where the decimals are written with a comma, the cells are separated by semicolons. */
interface CsvFormat {
  readonly delimiter: ',' | ';';
  readonly decimal: '.' | ',';
}

/** Returns the CSV format of a locale, by default the machine's. */
export function csvFormat(locale?: string): CsvFormat {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',')
    ? { delimiter: ';', decimal: ',' }
    : { delimiter: ',', decimal: '.' };
}

/** Writes a CSV file and yields to other work between batches of rows. Throws AppError `storageFailed`, and the errors of `batches`. */
export function writeCsv(
  path: string,
  titles: readonly string[],
  batches: TableBatches,
  format = csvFormat(),
): Promise<WrittenFile> {
  return writeFile(path, async (file) => {
    let records = 0;
    await file.write(BYTE_ORDER_MARK + lines([rowTexts(titles)], format));
    for await (const rows of batches) {
      records += rows.length;
      // A row of an earlier version has no cells for columns that were added since.
      const cells = rows.map((row) => titles.map((_, at) => row[at] ?? null));
      await file.write(
        lines(
          cells.map((row) => withDecimals(rowTexts(row), row, format)),
          format,
        ),
      );
      await nextTurn();
    }
    return records;
  });
}

/** Writes the decimals of numbers as the machine does; texts stay as they are. */
const withDecimals = (texts: readonly string[], cells: readonly Json[], { decimal }: CsvFormat): string[] =>
  texts.map((text, at) => (typeof cells[at] === 'number' ? text.replace('.', decimal) : text));

const lines = (rows: readonly (readonly string[])[], { delimiter }: CsvFormat): string =>
  stringify(
    rows.map((row) => [...row]),
    { delimiter, record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );

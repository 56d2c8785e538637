/** Writes a table as CSV (RFC 4180, UTF-8 with the byte order mark that spreadsheets expect). The file appears under its name when it is complete. */
import { stringify } from 'csv-stringify/sync';
import type { Json } from '../../../shared/model/primitives.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { rowTexts } from '../../../shared/text/spreadsheet-cell.ts';
import { nextTurn } from '../next-turn.ts';
import { writeFile } from '../part-file.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** Writes the file and yields to other work between batches of rows. Throws AppError `storageFailed`, and the errors of `batches`. */
export function writeCsv(
  path: string,
  titles: readonly string[],
  batches: Iterable<readonly (readonly Json[])[]> | AsyncIterable<readonly (readonly Json[])[]>,
): Promise<WrittenFile> {
  return writeFile(path, async (file) => {
    let records = 0;
    await file.write(BYTE_ORDER_MARK + lines([rowTexts(titles)]));
    for await (const rows of batches) {
      records += rows.length;
      // A row of an earlier version has no cells for columns that were added since.
      await file.write(lines(rows.map((row) => rowTexts(titles.map((_, at) => row[at] ?? null)))));
      await nextTurn();
    }
    return records;
  });
}

const lines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );

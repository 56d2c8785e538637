/** Writes a table as an Excel workbook or as CSV. The file appears under its name when it is complete. */
import type { TableFormat } from '../../../shared/model/table-format.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { type Desktop, toChosenFile } from '../desktop.ts';
import type { TableBatches, TableColumn, TableFile } from './table.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

const KINDS: Record<TableFormat, string> = { xlsx: 'Excel workbook', csv: 'CSV' };

/**
 * Writes a table in the file's format and yields to other work between batches of rows. Throws AppError `storageFailed`, and the errors of `batches`.
 */
export const writeTable = (
  { path, format }: TableFile,
  columns: readonly TableColumn[],
  batches: TableBatches,
): Promise<WrittenFile> =>
  format === 'xlsx'
    ? writeXlsx(path, columns, batches)
    : writeCsv(
        path,
        columns.map(({ title }) => title),
        batches,
      );

/** Writes a table to a file that the person chooses; `null` when they cancel. `name` is the suggested name without extension. */
export const toChosenTable = (
  desktop: Desktop,
  name: string,
  format: TableFormat,
  write: (file: TableFile) => Promise<WrittenFile>,
): Promise<WrittenFile | null> =>
  toChosenFile(desktop, { suggestedName: `${name}.${format}`, kind: KINDS[format], extension: format }, (path) =>
    write({ path, format }),
  );

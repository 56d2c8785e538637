/** Writes a table as an Excel workbook, row by row, so that a long table needs no more memory than a short one. */
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { type ColumnKind, cellValue } from '../../../shared/text/workbook-cell.ts';
import { nextTurn } from '../next-turn.ts';
import { writeFile } from '../part-file.ts';
import type { TableBatches, TableColumn } from './table.ts';

/** The number format and the width in characters of each kind of column. */
const SHOWN: Record<ColumnKind, { readonly numFmt?: string; readonly width: number }> = {
  text: { width: 22 },
  number: { width: 10 },
  amount: { numFmt: '#,##0.00#', width: 13 },
  date: { numFmt: 'yyyy-mm-dd', width: 12 },
  instant: { numFmt: 'yyyy-mm-dd hh:mm', width: 17 },
};

/** Writes an Excel workbook and yields to other work between batches of rows. Throws AppError `storageFailed`, and the errors of `batches`. */
export function writeXlsx(path: string, columns: readonly TableColumn[], batches: TableBatches): Promise<WrittenFile> {
  return writeFile(path, async (file) => {
    // Loaded with the first workbook, because the start of the app does without it.
    const { writeXlsxStream } = await import('hucre/xlsx');
    let records = 0;
    async function* rows() {
      for await (const batch of batches) {
        records += batch.length;
        for (const row of batch) yield columns.map(({ kind = 'text' }, at) => cellValue(row[at] ?? null, kind));
        await nextTurn();
      }
    }
    const parts = writeXlsxStream(rows(), {
      name: 'Export',
      columns: columns.map(({ title, kind = 'text' }) => ({ header: title, ...SHOWN[kind] })),
      freezePane: { rows: 1 },
    });
    for await (const part of parts) await file.write(part);
    return records;
  });
}

/** Writes results as CSV (RFC 4180, UTF-8 with the byte order mark that spreadsheets expect). The file gets its name when it is complete. */
import { stringify } from 'csv-stringify/sync';
import type { Json } from '../../../shared/model/primitives.ts';
import type { TaskColumn } from '../../../shared/model/task.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { PartFile } from '../part-file.ts';
import { rowTexts } from './csv-cell.ts';
import { unpackRows } from '../../tasks/store/packed.ts';
import type { TaskStore } from '../../tasks/store/task-store.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/** Writes the file and yields to other work between batches of rows. Throws AppError `storageFailed`, and what `batches` throws. */
export async function writeCsv(
  path: string,
  columns: readonly TaskColumn[],
  batches: Iterable<readonly (readonly Json[])[]>,
): Promise<WrittenFile> {
  const file = await PartFile.open(path);
  let records = 0;
  try {
    await file.write(BYTE_ORDER_MARK + lines([rowTexts(columns.map(({ title }) => title))]));
    for (const rows of batches) {
      records += rows.length;
      // A task of an earlier version has no cells for columns that were added since.
      await file.write(lines(rows.map((row) => rowTexts(columns.map((_, at) => row[at] ?? null)))));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await file.finish();
    return { path, records, bytes: file.bytes };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** Steps read at once. */
const BATCH = 8;

/**
 * The cells of all rows in the order of the steps, one step at a time, because other work waits for the rows of one. `check` runs before each
 * read of the disk; an error that it throws ends the reading.
 */
export function* resultBatches(store: TaskStore, number: number, check: () => void): Generator<(readonly Json[])[]> {
  for (let after = -1; ; ) {
    check();
    const steps = store.rowsAfter(number, after, BATCH);
    const last = steps.at(-1);
    if (!last) return;
    after = last.step;
    for (const { packed } of steps) yield unpackRows(packed).map(({ cells }) => cells);
  }
}

const lines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );

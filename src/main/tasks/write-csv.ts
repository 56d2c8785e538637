/** Writes results as CSV (RFC 4180, UTF-8 with a byte order mark, which spreadsheets look for): beside its place first, then put there whole. */
import { open, rename, rm } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Json } from '../../shared/model/primitives.ts';
import type { TaskColumn } from '../../shared/model/task.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { storageFailed } from '../platform/storage-failed.ts';

const BYTE_ORDER_MARK = '\uFEFF';
/** What makes a spreadsheet take a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Rows come in batches; between two of them others get their turn. Throws AppError `storageFailed`, and what `batches` throws. */
export async function writeCsv(
  path: string,
  columns: readonly TaskColumn[],
  batches: Iterable<readonly (readonly Json[])[]>,
): Promise<WrittenFile> {
  const part = `${path}.part`;
  let bytes = 0;
  let records = 0;
  const file = await open(part, 'w', 0o600).catch((error: unknown) => {
    throw storageFailed('The file', error);
  });
  try {
    const write = async (text: string): Promise<void> => {
      const data = Buffer.from(text);
      bytes += data.length;
      await file.writeFile(data).catch((error: unknown) => {
        throw storageFailed('The file', error);
      });
    };
    await write(BYTE_ORDER_MARK + lines([columns.map(({ title }) => title)]));
    for (const rows of batches) {
      records += rows.length;
      await write(lines(rows.map((row) => row.map(cellText))));
    }
    await file.sync();
    await file.close();
    await rename(part, path);
    return { path, records, bytes };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error instanceof Error && 'syscall' in error ? storageFailed('The file', error) : error;
  }
}

/** A cell as text. Text that a spreadsheet would run as a formula gets an apostrophe in front, which it shows as text. */
export function cellText(cell: Json): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

const lines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** Writes what people made, from console.db, as one JSON document. It contains no secret and no token. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { timeSlices } from '../platform/next-turn.ts';
import { writeFile } from '../platform/part-file.ts';

/** Opens sealed texts; `open` returns `null` for a text sealed with another key. */
export interface OpenKey {
  readonly keyId: string;
  open(id: string, sealed: Uint8Array): string | null;
}

const PENDING = "(SELECT atom FROM pending_deletions, json_tree(parts) WHERE type = 'text')";
const notDeleted = (...ids: string[]) => ids.map((id) => `${id} NOT IN ${PENDING}`).join(' AND ');

/** The exported rows by name. Columns that end in `_json` hold JSON. */
const EXPORTED: Readonly<Record<string, string>> = {
  quotes: `SELECT connection_id, id, outcome, quote AS quote_json, note, follow_up_on, sent AS sent_json, sent_on FROM quotes
    WHERE removed_at IS NULL AND ${notDeleted('connection_id')} ORDER BY number`,
  searches: `SELECT connection_id, parameters, at, is_kept FROM searches WHERE ${notDeleted('connection_id')}`,
  bookingNotes: `SELECT connection_id, application_id, notes AS notes_json FROM booking_notes WHERE ${notDeleted('connection_id')}`,
  wantedQuotes: `SELECT connection_id, page, wanted AS wanted_json FROM wanted_quotes WHERE ${notDeleted('connection_id')}`,
  cases: `SELECT id, title, cause, cause_title, state, origin, host, status, request_id, created_at, last_at, times, notes, customer, ticket,
      tags AS tags_json FROM cases
    WHERE removed_at IS NULL ORDER BY number`,
  tasks: `SELECT id, connection_id, title, state, created_at, finished_at, spec AS spec_json FROM tasks JOIN specs ON task = number
    WHERE ${notDeleted('connection_id', 'id')} ORDER BY number`,
  settings: 'SELECT name, value AS value_json FROM settings',
};
/** The sealed records of guests, offers, drafts of offers and property notes. Those of programs and teams have keys and passwords, and are left out. */
const SEALED = `SELECT kind, id, connection_id, at, content FROM sealed_records
  WHERE kind IN ('guest', 'offer', 'offer draft', 'property note') AND ${notDeleted('connection_id', 'id')}`;

/** Writes a person's data to a file, without sealed records and notes of quotes when `key` is null. Rejects with AppError `storageFailed`. */
export function exportData(db: DatabaseSync, path: string, key: OpenKey | null): Promise<WrittenFile> {
  return writeFile(path, async (file) => {
    const nextSlice = timeSlices();
    let records = 0;
    const write = async (name: string, rows: Iterable<unknown>) => {
      await file.write(`,\n"${name}":[`);
      let separator = '';
      for (const row of rows) {
        await file.write(`${separator}\n${JSON.stringify(row)}`);
        separator = ',';
        records += 1;
        await nextSlice();
      }
      await file.write(']');
    };
    await file.write('{"format":"latchkey-data","version":1');
    for (const [name, sql] of Object.entries(EXPORTED)) await write(name, rowsOf(db, sql, key));
    if (key) await write('guestsAndOffers', sealedOf(db, key));
    await file.write('}\n');
    return records;
  });
}

function* rowsOf(db: DatabaseSync, sql: string, key: OpenKey | null): Iterable<Record<string, unknown>> {
  // Reads all rows at once, because they must not change between two turns.
  for (const { note, ...row } of db.prepare(sql).all()) {
    const opened = note && key ? { note: key.open(`${row.connection_id}\n${row.id}`, bytesOf(note)) } : {};
    yield { ...Object.fromEntries(Object.entries(row).map(readable)), ...opened };
  }
}

function* sealedOf(db: DatabaseSync, key: OpenKey): Iterable<Record<string, unknown>> {
  for (const { content, ...row } of db.prepare(SEALED).all()) {
    const text = content instanceof Uint8Array ? key.open(String(row.id), content) : null;
    yield { ...row, value: text === null ? null : JSON.parse(text) };
  }
}

const bytesOf = (sealed: SQLOutputValue): Uint8Array => Buffer.from(String(sealed), 'base64');

function readable([name, value]: [string, SQLOutputValue]): [string, unknown] {
  if (!name.endsWith('_json')) return [name, value];
  const plain = name.slice(0, -'_json'.length);
  try {
    return [plain, JSON.parse(String(value))];
  } catch {
    return [plain, null];
  }
}

/** Opens the journal's database, and tells what is the matter when SQLite refuses. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { moveDatabase } from '../../platform/move-database.ts';
import { APPLICATION_ID, migrate, NewerSchema, SCHEMA_VERSION } from './schema.ts';

/** Makes a connection to the file. Tests give one with faults. */
export type Connect = (file: string) => DatabaseSync;

/** Waiting for another program's lock keeps the readers of the journal waiting too. */
const BUSY_TIMEOUT_MS = 200;
/** SQLite's page cache, kilobytes. */
const CACHE_KB = 32_768;
/** The write-ahead log is cut back to this size whenever it has been taken over into the file. */
const WAL_BYTES = 4 * 1024 * 1024;

/** Opens, or throws an error of SQLite. Shadow tables of an index are emptied in pieces before it is dropped, hence not defensive. */
export const connect: Connect = (file) => {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, defensive: false });
};

/** Sets a fresh connection up and brings its schema up to date; closes it again when that fails. */
export function prepareDatabase(db: DatabaseSync): DatabaseSync {
  try {
    // One program at a time: another one would number exchanges too. Nothing is shared, so no shared-memory file is needed either.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KB}; PRAGMA temp_store = MEMORY`);
    // Before anything of it is changed.
    checkOwnership(db);
    // What is deleted is overwritten: guests that were kept by choice leave with their exchanges.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA secure_delete = ON');
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${WAL_BYTES}`);
    db.exec('BEGIN IMMEDIATE; COMMIT');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The file is a database of something else. */
class ForeignDatabase extends Error {}

/** Nothing yet, or a journal that this console can read; else throws. */
function checkOwnership(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const names = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  if (version === 0 && names.length === 0) return;
  const isMarked = db.prepare('PRAGMA application_id').get()?.application_id === APPLICATION_ID;
  if (!isMarked || !['eras', 'exchanges', 'contents'].every((name) => names.includes(name)))
    throw new ForeignDatabase();
  if (version > SCHEMA_VERSION) throw new NewerSchema(version);
}

/** What an error says about the file. `damaged`: it is not ours to read any more. `refused`: it may work again later. */
export interface Fault {
  readonly kind: 'damaged' | 'refused';
  readonly reason: string;
}

/** SQLite's primary result codes. */
const REFUSALS: Readonly<Record<number, string>> = {
  3: 'The file may not be opened.',
  5: 'Another program is using the file.',
  6: 'Another program is using the file.',
  7: 'There is not enough memory.',
  8: 'The file may only be read.',
  10: 'The disk reports an error.',
  13: 'The disk is full.',
  14: 'The file cannot be opened.',
};
const DAMAGES = new Set([11, 24, 26]);

/** A content that cannot be unpacked. */
export class UnreadableContent extends Error {
  constructor(seq: number, options: ErrorOptions) {
    super(`the content of exchange ${seq} cannot be read`, options);
    this.name = 'Unreadable';
  }
}

/** A file that SQLite does not open, as its format is of the future, say. */
export class UnusableFile extends Error {}

/** The trouble an error stands for, by SQLite's result code or the system's; `null` for an error of our own. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof NewerSchema) return { kind: 'damaged', reason: 'The file is of a newer version.' };
  if (error instanceof ForeignDatabase) return { kind: 'damaged', reason: 'The file is not a journal.' };
  if (error instanceof UnreadableContent || error instanceof UnusableFile)
    return { kind: 'damaged', reason: 'The file is damaged.' };
  const { errcode, code, syscall } = error as { errcode?: unknown; code?: unknown; syscall?: unknown };
  if (typeof errcode === 'number') {
    const reason = REFUSALS[errcode & 0xff];
    if (reason) return { kind: 'refused', reason };
    return DAMAGES.has(errcode & 0xff) ? { kind: 'damaged', reason: 'The file is damaged.' } : null;
  }
  if (typeof syscall !== 'string') return null;
  return { kind: 'refused', reason: code === 'ENOSPC' ? 'The disk is full.' : 'The folder cannot be used.' };
}

/** True when SQLite misses something that a fixed statement names: a table, say. */
export const isSchemaMissing = (error: unknown): boolean => (error as { errcode?: unknown }).errcode === 1;

/** True when something stands in the file's place that can never be a database. */
export function isBlocked(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}

/** Gives the file and what belongs to it another name beside it, never deleting anything; the name it has now. */
export function quarantine(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(':', '-');
  let target = `${file}.${stamp}.damaged`;
  for (let count = 2; statSync(target, { throwIfNoEntry: false }); count += 1)
    target = `${file}.${stamp}-${count}.damaged`;
  moveDatabase(file, target);
  return target;
}

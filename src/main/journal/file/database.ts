/** Connections to the journal's database, and the faults that only the journal's file can have. */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import * as sqlite from '../../platform/sqlite.ts';
import { APPLICATION_ID, migrate, SCHEMA_VERSION } from './schema.ts';

/** Opens a connection to the file. Tests pass a function whose connection has faults. */
export type Connect = (file: string) => DatabaseSync;

/** How long SQLite waits for another program's lock; queries to the journal wait as long. */
const BUSY_TIMEOUT_MS = 200;
/** The size of SQLite's page cache, in kilobytes. */
const CACHE_KB = 32_768;
/** The size to which a checkpoint truncates the write-ahead log. */
const WAL_BYTES = 4 * 1024 * 1024;

/**
 * Opens a connection. Throws errors of SQLite. SQLite's defensive mode is off, because retention empties the shadow tables of an index in pieces
 * before it drops the index.
 */
export const connect: Connect = (file) => sqlite.openDatabase(file, { timeout: BUSY_TIMEOUT_MS, defensive: false });

/** Configures a new connection and migrates its schema; closes the connection when that fails. */
export function prepareDatabase(db: DatabaseSync): DatabaseSync {
  try {
    // Two programs would give the same numbers to exchanges. Exclusive access also needs no shared-memory file.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KB}; PRAGMA temp_store = MEMORY`);
    checkOwnership(db);
    sqlite.configure(db);
    db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES}`);
    // Takes the lock now.
    db.exec('BEGIN IMMEDIATE; COMMIT');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Thrown when the file is a database of another program. */
class ForeignDatabase extends Error {}

/** Accepts an empty database or a journal of a known version. Throws ForeignDatabase or NewerSchema. Writes nothing. */
function checkOwnership(db: DatabaseSync): void {
  const names = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => name);
  if (sqlite.schemaVersion(db) === 0 && names.length === 0) return;
  const isMarked = db.prepare('PRAGMA application_id').get()?.application_id === APPLICATION_ID;
  if (!isMarked || !['eras', 'exchanges', 'contents'].every((name) => names.includes(name)))
    throw new ForeignDatabase();
  sqlite.checkVersion(db, SCHEMA_VERSION);
}

/** Thrown when the packed headers and bodies of an exchange cannot be unpacked. */
export class UnreadableContent extends Error {
  constructor(seq: number, options: ErrorOptions) {
    super(`the content of exchange ${seq} cannot be read`, options);
    this.name = 'UnreadableContent';
  }
}

/** Thrown when SQLite does not open the file, for a reason that sqlite.faultOf does not know, such as an unknown file format. */
export class UnusableFile extends Error {}

const DAMAGED: sqlite.Fault = { kind: 'damaged', reason: 'the file is damaged' };

/** The fault of the file that an error reports; null for any other error. */
export function faultOf(error: unknown): sqlite.Fault | null {
  if (error instanceof ForeignDatabase) return { kind: 'damaged', reason: 'the file is not a journal' };
  if (error instanceof UnreadableContent || error instanceof UnusableFile) return DAMAGED;
  return sqlite.faultOf(error);
}

/** Whether the file lacks a table or an index that a statement names (SQLITE_ERROR). Such a file is damaged. */
export const isSchemaMissing = (error: unknown): boolean => sqlite.resultCode(error) === 1;

/** Whether something other than a file, such as a folder, has the file's name. */
export function isBlocked(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}

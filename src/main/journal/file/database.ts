/** Connections to the journal's database, and the faults that only the journal's file can have. */
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import * as sqlite from '../../platform/sqlite.ts';
import { APPLICATION_ID, migrate, SCHEMA_VERSION } from './schema.ts';

/** Opens a connection to a database file. Tests pass a function whose connection has faults. */
export type Connect = (file: string) => DatabaseSync;

/** Opens a database file. Waits at most 200 ms for another program's lock, because queries to the journal wait meanwhile. */
export const connect: Connect = (file) => sqlite.openDatabase(file, { timeout: 200 });

/** Configures a new connection and makes the tables. On failure, closes it and throws an SQLite error, UnusableFile or NewerSchema. */
export function prepareDatabase(db: DatabaseSync): DatabaseSync {
  try {
    return usable(() => {
      // Two programs would give the same numbers to exchanges. Exclusive access also needs no shared-memory file.
      db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA temp_store = MEMORY');
      checkOwnership(db);
      sqlite.configure(db);
      // Takes the lock now.
      db.exec('BEGIN IMMEDIATE; COMMIT');
      migrate(db);
      return db;
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Accepts an empty database or a journal of this format. Throws UnusableFile or NewerSchema. Writes nothing. */
function checkOwnership(db: DatabaseSync): void {
  const isEmpty = db.prepare('SELECT count(*) AS n FROM sqlite_master').get()?.n === 0;
  if (isEmpty && sqlite.schemaVersion(db) === 0) return;
  if (db.prepare('PRAGMA application_id').get()?.application_id !== APPLICATION_ID)
    throw new UnusableFile('the file is not a journal, or one of an earlier format');
  sqlite.checkVersion(db, SCHEMA_VERSION);
}

/** The error for a file that cannot serve as the journal, for a reason that `sqlite.faultOf` does not know. */
export class UnusableFile extends Error {}

/** Runs work that succeeds on every intact file; throws {@link UnusableFile} when {@link isOfDamagedFile} tells that the file is not intact. */
export function usable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!isOfDamagedFile(error)) throw error;
    throw new UnusableFile('the file cannot be used', { cause: error });
  }
}

/** Whether an SQLite error means that the file lacks a table or has an unknown format (SQLITE_ERROR). */
export const isOfDamagedFile = (error: unknown): boolean => sqlite.resultCode(error) === 1;

/** Returns the fault of the file that an error reports; null for any other error. */
export function faultOf(error: unknown): sqlite.Fault | null {
  return error instanceof UnusableFile ? { kind: 'damaged', reason: error.message } : sqlite.faultOf(error);
}

/** Whether the file's name belongs to something other than a file, such as a folder. */
export function isBlocked(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}

/** Shared functions of the console's SQLite databases: open, migrate, run transactions, read errors, quarantine a file. */

import { closeSync, constants, existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite';
import { SECOND_MS } from '../../shared/time/units.ts';
import { makeFilePrivate, makeFolderOf, openPrivate } from './private-files.ts';
import { renameFileSync } from './rename-file.ts';

/** Opens `file`, an absolute path or `:memory:`, and makes its folder. Throws LinkInPlace, or an error of SQLite or of the system. */
export function openDatabase(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  if (file !== ':memory:') makeDatabasePrivate(file);
  // A statement waits this long for another program that uses the file.
  return new DatabaseSync(file, { timeout: SECOND_MS, ...options });
}

/**
 * Makes a database's file private before SQLite opens it, because SQLite follows links and gives its logs the mode of the database. Does not open an
 * existing file, because closing it would end SQLite's locks.
 */
function makeDatabasePrivate(file: string): void {
  makeFolderOf(file);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw new LinkInPlace();
  if (!found) closeSync(openPrivate(file, constants.O_RDONLY | constants.O_CREAT));
  for (const ending of ['', ...LOG_ENDINGS]) makeFilePrivate(file + ending);
}

/** The endings of the files that SQLite keeps beside a database. */
const LOG_ENDINGS = ['-wal', '-shm', '-journal'];

/** Deletes a database and its logs, which are useless without it. */
export function removeDatabase(file: string): void {
  for (const ending of ['', ...LOG_ENDINGS]) rmSync(file + ending, { force: true });
}

/** Returns the size of a database with its log of changes, in bytes; 0 when there is none. */
export const databaseBytes = (file: string): number =>
  ['', '-wal'].reduce((sum, ending) => sum + (statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0), 0);

class LinkInPlace extends Error {}
/** The error for a database file that has lost its content. */
export class EmptyDatabase extends Error {}

export const isEmptyFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === 0;

/** Configures a database. A power cut may lose the last transactions. Deleted content is overwritten, because it may be personal. */
export function configure(db: DatabaseSync): void {
  // A new file has nothing to lose, so its creation does not wait for the disk; `migrate` ends that.
  db.exec(`PRAGMA synchronous = ${schemaVersion(db) === 0 ? 'OFF' : 'NORMAL'}`);
  // Setting auto_vacuum writes to the file, and an unchanged file needs no new backup.
  // 2 is INCREMENTAL (sqlite.org/pragma.html).
  if (db.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum !== 2) db.exec('PRAGMA auto_vacuum = INCREMENTAL');
  db.exec('PRAGMA secure_delete = ON; PRAGMA journal_mode = WAL');
}

class NewerSchema extends Error {
  constructor(version: number, known: number) {
    super(`the file was written by a newer version: it has schema ${version}, this app knows ${known}`);
    this.name = 'NewerSchema';
  }
}

/** Returns the number of migrations that were applied to a file; 0 for a new file. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

/** Throws NewerSchema if more than `known` migrations were applied to a file. */
export function checkVersion(db: DatabaseSync, known: number): void {
  const version = schemaVersion(db);
  if (version > known) throw new NewerSchema(version, known);
}

/** Runs the migrations that the file lacks, each in its own transaction. Throws NewerSchema. */
export function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  checkVersion(db, migrations.length);
  const version = schemaVersion(db);
  migrations.slice(version).forEach((sql, index) => {
    db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${version + index + 1}; COMMIT`);
  });
  db.exec('PRAGMA synchronous = NORMAL');
}

export class SqlConnection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs `work` in one transaction. When `work` throws, the transaction is rolled back and the error passes through. */
  transaction<Value>(work: () => Value): Value {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    if (this.db.isOpen) this.db.close();
  }

  #rollBack(): void {
    try {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
    } catch {
      // The first error says what is wrong with the file.
    }
  }
}

/**
 * The reason why a database file cannot be used: `damaged` (quarantine it), `newer` (a newer version wrote it) or `unavailable` (it may work later).
 */
export interface Fault {
  readonly kind: 'damaged' | 'newer' | 'unavailable';
  /** The reason as a clause, such as "the disk is full". */
  readonly reason: string;
}

/** The primary result codes of SQLite (sqlite.org/rescode.html) after which a file may work later, each with its reason. */
const UNAVAILABLE: Readonly<Record<number, string>> = {
  3: 'the file may not be opened',
  5: 'another program is using the file',
  6: 'another program is using the file',
  7: 'there is not enough memory',
  8: 'the file may only be read',
  10: 'the disk reports an error',
  13: 'the disk is full',
  14: 'the file cannot be opened',
};
const DAMAGES = new Set([11, 24, 26]);

/** Classifies an error of SQLite, of the system or of {@link migrate} as a fault; `null` for any other error. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof LinkInPlace) return { kind: 'damaged', reason: 'a link is in the place of the file' };
  if (error instanceof EmptyDatabase) return { kind: 'damaged', reason: 'the file is empty' };
  if (error instanceof NewerSchema) return { kind: 'newer', reason: 'the file is of a newer version' };
  const code = resultCode(error);
  if (code !== null) {
    const reason = UNAVAILABLE[code];
    if (reason) return { kind: 'unavailable', reason };
    return DAMAGES.has(code) ? { kind: 'damaged', reason: 'the file is damaged' } : null;
  }
  const { code: systemCode, syscall } = Object(error) as { code?: unknown; syscall?: unknown };
  if (typeof syscall !== 'string') return null;
  return { kind: 'unavailable', reason: systemCode === 'ENOSPC' ? 'the disk is full' : 'the folder cannot be used' };
}

/** Returns SQLite's primary result code of an error; `null` for any other error. */
export function resultCode(error: unknown): number | null {
  const { errcode } = Object(error) as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : null;
}

/** Renames a damaged database with its log files, which would spoil the next file of that name. Returns the new path. */
export function quarantineDatabase(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(':', '-');
  let target = `${file}.${stamp}.damaged`;
  for (let count = 2; statSync(target, { throwIfNoEntry: false }); count += 1)
    target = `${file}.${stamp}-${count}.damaged`;
  renameFileSync(file, target);
  for (const ending of ['-wal', '-shm'])
    if (existsSync(`${file}${ending}`)) renameFileSync(`${file}${ending}`, `${target}${ending}`);
  return target;
}

/** The number of free pages (4 kB each) that one vacuum step returns to the disk. */
export const VACUUMED_PAGES = 64;

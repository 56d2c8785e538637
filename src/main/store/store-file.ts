/**
 * A SQLite file of the console, opened at first use. A damaged file is quarantined and a new one begins. A file that cannot be opened stays
 * unchanged; a database in memory stands in for it until the next start, and the person is told. A file of a newer version is treated in the same way
 * if its data can be fetched again; otherwise every use of it throws.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../shared/app-error.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import * as sqlite from '../platform/sqlite.ts';
import { beginBackup, copyInto, listBackups } from './backup-files.ts';

export interface StoreFileDeps {
  /** An absolute path, or `:memory:`. */
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/** The definition of a database file. Never change a migration: add another. `name` appears in the log and in the notice of a damaged file. */
export interface StoreSchema {
  readonly name: string;
  readonly migrations: readonly string[];
  /** True if the content can be fetched again: the file is quarantined as soon as damage shows. Any other file is used as long as it opens. */
  readonly isReplaceable?: boolean;
  /** True for a file that is backed up before it is migrated. */
  readonly isBackedUp?: boolean;
}

export class StoreFile {
  readonly file: string;
  readonly #deps: StoreFileDeps;
  readonly #schema: StoreSchema;
  #opened: sqlite.SqlConnection | null = null;
  #isStandIn = false;
  /** True after the damage of a part of the file was reported. */
  #isToldPartly = false;
  #before: (() => void) | null = null;
  #after: (db: DatabaseSync) => void = () => {};

  constructor(deps: StoreFileDeps, schema: StoreSchema) {
    this.file = deps.file;
    this.#deps = deps;
    this.#schema = schema;
  }

  /** False until something is stored. Check it before reading, which would create the file. */
  get exists(): boolean {
    this.#prepareOpening();
    return this.#opened !== null || existsSync(this.file);
  }

  /** True when the file could not be opened and a database in memory stands in for it. */
  get isStandIn(): boolean {
    return this.#isStandIn;
  }

  /** Sets functions to run: `before` once, before the file is first accessed, and `after` each time it was opened. */
  aroundOpening(before: () => void, after: (db: DatabaseSync) => void): void {
    this.#before = before;
    this.#after = after;
  }

  /** Runs `work` on the open file. Throws AppError `storageFailed`, whose sentence begins with `what` ("The quotes"). */
  use<Value>(what: string, access: 'read' | 'write', work: (db: sqlite.SqlConnection) => Value): Value {
    try {
      return work(this.#open());
    } catch (error) {
      if (sqlite.faultOf(error)?.kind === 'damaged' && this.#opened) {
        if (this.#schema.isReplaceable) this.#quarantine(error);
        else this.#tellPartly();
      }
      throw databaseFailed(what, error, access);
    }
  }

  /** Runs `work` on the file. Unless the file is open, opens it for this alone. Throws the errors of SQLite and quarantines nothing. */
  useAlone<Value>(work: (db: DatabaseSync) => Value): Value {
    if (this.#opened) return work(this.#opened.db);
    const db = openAndMigrate(this.file, this.#schema, this.#deps.clock.now());
    try {
      return work(db);
    } finally {
      db.close();
    }
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  #prepareOpening(): void {
    const work = this.#before;
    this.#before = null;
    work?.();
  }

  #open(): sqlite.SqlConnection {
    this.#prepareOpening();
    if (!this.#opened) {
      this.#opened = new sqlite.SqlConnection(this.#openOrReplace());
      this.#after(this.#opened.db);
    }
    return this.#opened;
  }

  #openOrReplace(): DatabaseSync {
    const { log, clock, quarantine } = this.#deps;
    this.#isStandIn = false;
    try {
      // A file that was just made is empty, too, but has no backups.
      if (sqlite.isEmptyFile(this.file) && listBackups(this.file).length > 0) throw new sqlite.EmptyDatabase();
      return openAndMigrate(this.file, this.#schema, clock.now());
    } catch (error) {
      const fault = sqlite.faultOf(error);
      if (fault?.kind === 'damaged') {
        this.#quarantine(error);
        return openAndMigrate(this.file, this.#schema, clock.now());
      }
      if (fault?.kind === 'newer' && !this.#schema.isReplaceable) throw error;
      const { name } = this.#schema;
      log.error(`${name} cannot be opened; its data is kept in memory only`, { error: String(error) });
      this.#isStandIn = true;
      const reason = fault?.reason ?? 'the system reports an unknown error';
      quarantine.report({ document: name, movedTo: null, reason, at: clock.now() });
      return openAndMigrate(':memory:', this.#schema, 0);
    }
  }

  /** Reports once that a part of the file is damaged, because the app may go on without that part. */
  #tellPartly(): void {
    if (this.#isToldPartly) return;
    this.#isToldPartly = true;
    const { clock, quarantine } = this.#deps;
    quarantine.report({ document: this.#schema.name, movedTo: null, at: clock.now() });
  }

  /** Quarantines the damaged file and reports it. Throws the system's error when the file cannot be renamed. */
  #quarantine(error: unknown): void {
    const { clock, log, quarantine } = this.#deps;
    const { name } = this.#schema;
    this.close();
    const at = clock.now();
    const movedTo = sqlite.quarantineDatabase(this.file, at);
    log.error(`${name} is damaged; it was quarantined, and a new file begins`, { movedTo, error: String(error) });
    quarantine.report({ document: name, movedTo, at });
  }
}

/** Turns an error of SQLite or of the system into an AppError, whose sentence begins with `what`. */
export function databaseFailed(what: string, error: unknown, access: 'read' | 'write' = 'write'): AppError {
  if (error instanceof AppError) return error;
  const fault = sqlite.faultOf(error);
  const reason = fault?.reason ?? (error instanceof Error ? error.message : String(error));
  return new AppError(
    'storageFailed',
    { what, reason, access: fault?.kind === 'newer' ? 'version' : access },
    { cause: error },
  );
}

/** Opens and migrates the file. Throws NewerSchema before it changes anything, and the errors of SQLite and of the system. */
function openAndMigrate(file: string, { migrations, isBackedUp = false }: StoreSchema, now: number): DatabaseSync {
  // Without foreign keys, because a migration may rebuild a table and must not delete the rows that refer to it.
  const db = sqlite.openDatabase(file, { enableForeignKeyConstraints: false });
  try {
    sqlite.checkVersion(db, migrations.length);
    const version = sqlite.schemaVersion(db);
    if (isBackedUp && version > 0 && version < migrations.length) backUpBefore(db, file, now);
    sqlite.configure(db);
    sqlite.migrate(db, migrations);
    db.exec('PRAGMA foreign_keys = ON');
    db.prepare('SELECT count(*) FROM connections').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function backUpBefore(db: DatabaseSync, file: string, now: number): void {
  const backup = beginBackup(file, now);
  try {
    copyInto(db, backup.part);
    backup.finish();
  } catch (error) {
    backup.discard();
    // A partly damaged file cannot be copied, but the rest of it can still be used.
    if (sqlite.faultOf(error)?.kind !== 'damaged') throw error;
  }
}

/**
 * A SQLite file of the console, opened on first use. A damaged file is quarantined, and a new one begins. A file of a newer version, or one that
 * cannot be opened, stays as it is, and its data lives in memory until the next start.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../shared/app-error.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import * as sqlite from '../platform/sqlite.ts';

/** How long a statement waits for another program that uses the file. */
const BUSY_TIMEOUT_MS = 1_000;

export interface StoreFileDeps {
  /** An absolute path, or `:memory:`. */
  readonly file: string;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/** The definition of a file. Never change a migration: add one. `name` appears in the log and in the notice of a damaged file. */
export interface StoreSchema {
  readonly name: string;
  readonly migrations: readonly string[];
  /** True when the content can be fetched again: the file is quarantined as soon as damage shows. Another file stays while it opens, because the rest of it can be read. */
  readonly isReplaceable?: boolean;
}

export class StoreFile {
  readonly file: string;
  readonly #deps: StoreFileDeps;
  readonly #schema: StoreSchema;
  #opened: sqlite.SqlConnection | null = null;
  #isStandIn = false;
  #before: (() => void) | null = null;
  #after: (db: DatabaseSync) => void = () => {};

  constructor(deps: StoreFileDeps, schema: StoreSchema) {
    this.file = deps.file;
    this.#deps = deps;
    this.#schema = schema;
  }

  /** False while nothing was ever stored; reading then creates no file. */
  get exists(): boolean {
    this.#prepareOpening();
    return this.#opened !== null || existsSync(this.file);
  }

  /** True when the file could not be opened, so that its data lives in memory. */
  get isStandIn(): boolean {
    return this.#isStandIn;
  }

  /** Runs `before` once, before the file is first accessed, and `after` each time it was opened. */
  aroundOpening(before: () => void, after: (db: DatabaseSync) => void): void {
    this.#before = before;
    this.#after = after;
  }

  /** Runs `work` on the open file. Throws AppError `storageFailed`; `what` begins its sentence ("The quotes"). */
  use<Value>(what: string, access: 'read' | 'write', work: (db: sqlite.SqlConnection) => Value): Value {
    try {
      return work(this.#open());
    } catch (error) {
      if (error instanceof AppError) throw error;
      const fault = sqlite.faultOf(error);
      if (fault?.kind === 'damaged' && this.#opened && this.#schema.isReplaceable) this.#quarantine(error);
      const reason = fault?.reason ?? (error instanceof Error ? error.message : String(error));
      throw new AppError('storageFailed', { what, reason, access }, { cause: error });
    }
  }

  /** Opens the file for a takeover or a restore, and closes it. Throws the errors of SQLite; then nothing is quarantined. */
  useAlone<Value>(work: (db: DatabaseSync) => Value): Value {
    if (this.#opened) return work(this.#opened.db);
    const db = openAndMigrate(this.file, this.#schema);
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
    const { log } = this.#deps;
    this.#isStandIn = false;
    try {
      return openAndMigrate(this.file, this.#schema);
    } catch (error) {
      if (sqlite.faultOf(error)?.kind === 'damaged') {
        this.#quarantine(error);
        return openAndMigrate(this.file, this.#schema);
      }
      log.error(`${this.#schema.name} cannot be opened; its data is kept in memory only`, { error: String(error) });
      this.#isStandIn = true;
      return openAndMigrate(':memory:', this.#schema);
    }
  }

  /** Quarantines the file. Throws the system's error when the file cannot be renamed. */
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

/** Opens and migrates the file. Throws NewerSchema before it changes anything, and errors of SQLite. */
function openAndMigrate(file: string, { migrations }: StoreSchema): DatabaseSync {
  // A migration may rebuild a table, which must not delete what refers to it.
  const db = sqlite.openDatabase(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false });
  try {
    sqlite.checkVersion(db, migrations.length);
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

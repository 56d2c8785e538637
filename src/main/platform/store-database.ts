/**
 * The SQLite file of one store, opened on first use. A damaged file is quarantined, and a new one begins. A file of a newer version, or one that
 * cannot be opened, stays as it is; the store then lives in memory until the next start.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { AppError } from '../../shared/errors.ts';
import type { Clock, Log } from './ports.ts';
import type { QuarantineList } from './quarantine.ts';
import * as sqlite from './sqlite.ts';

export type Row = Record<string, SQLOutputValue>;

export interface StoreDatabaseDeps {
  /** An absolute path, or `:memory:`. */
  readonly file: string;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/** The definition of a store: its name in messages ("cases"), its migrations (never change one: add one), and a table that every file of it has. */
export interface StoreSchema {
  readonly name: string;
  readonly migrations: readonly string[];
  readonly table: string;
  /** True: a write returns only when it is on the disk, so that a power cut loses nothing. */
  readonly durable?: boolean;
}

/** A database connection whose failures are AppError `storageFailed`. */
export class StoreDatabase {
  readonly #deps: StoreDatabaseDeps;
  readonly #schema: StoreSchema;
  #opened: sqlite.SqlConnection | null = null;
  #isStandIn = false;

  constructor(deps: StoreDatabaseDeps, schema: StoreSchema) {
    this.#deps = deps;
    this.#schema = schema;
  }

  /** Whether the file was opened or exists. False while nothing was ever stored; reading then creates no file. */
  get exists(): boolean {
    return this.#opened !== null || existsSync(this.#deps.file);
  }

  /** True when the file could not be opened, so that the store lives in memory. */
  get isStandIn(): boolean {
    return this.#isStandIn;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guard('read', (db) => db.prepared(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard('read', (db) => db.prepared(sql).get(...values));
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#guard('write', (db) => Number(db.prepared(sql).run(...values).changes));
  }

  /** Runs `work` in one transaction: nothing is written when it throws. */
  transaction<Value>(work: () => Value): Value {
    return this.#guard('write', (db) => db.transaction(work));
  }

  /** Returns the space of deleted rows to the disk. */
  shrink(): void {
    this.#guard('write', ({ db }) => db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  #guard<Value>(access: 'read' | 'write', work: (db: sqlite.SqlConnection) => Value): Value {
    try {
      this.#opened ??= new sqlite.SqlConnection(this.#open());
      return work(this.#opened);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const reason = sqlite.faultOf(error)?.reason ?? (error instanceof Error ? error.message : String(error));
      throw new AppError('storageFailed', { what: `The ${this.#schema.name}`, reason, access }, { cause: error });
    }
  }

  #open(): DatabaseSync {
    const { file, clock, log, quarantine } = this.#deps;
    const { name } = this.#schema;
    this.#isStandIn = false;
    try {
      return prepare(file, this.#schema);
    } catch (error) {
      if (sqlite.faultOf(error)?.kind !== 'damaged') {
        log.error(`the ${name} on disk cannot be opened; ${name} are kept in memory only`, { error: String(error) });
        this.#isStandIn = true;
        return prepare(':memory:', this.#schema);
      }
      const at = clock.now();
      const movedTo = sqlite.quarantineDatabase(file, at);
      log.error(`the ${name} on disk are damaged; their file was quarantined and a new one begun`, { movedTo });
      quarantine.report({ document: name, movedTo, at });
      return prepare(file, this.#schema);
    }
  }
}

/** Opens and migrates the file. Throws NewerSchema before it changes anything, and errors of SQLite. */
function prepare(file: string, { migrations, table, durable = false }: StoreSchema): DatabaseSync {
  const db = sqlite.openDatabase(file, { timeout: 1_000 });
  try {
    sqlite.checkVersion(db, migrations.length);
    sqlite.configure(db);
    sqlite.migrate(db, migrations);
    if (durable) db.exec('PRAGMA synchronous = FULL');
    db.prepare(`SELECT count(*) FROM ${table}`).get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

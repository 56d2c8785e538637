/**
 * The file of the cases. A damaged one is quarantined and a new one begun. One of a newer version, or one that cannot be opened, stays as it
 * is, and cases live in memory until the next start. It is opened when a case is first needed.
 */
import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { AppError } from '../../shared/errors.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import * as sqlite from '../platform/sqlite.ts';

/**
 * Never change a migration: add one. `content`: deflated JSON of failure and diagnosis. `key`: see failureKey. `removed_at`: set while the
 * removal can be undone. `case_words` has the text of each case under its number. `dismissed`: exchanges whose case a person removed.
 */
const MIGRATIONS = [
  `CREATE TABLE cases (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     key TEXT NOT NULL,
     signature TEXT NOT NULL,
     exchange_id TEXT,
     connection_id TEXT,
     credential_id TEXT,
     title TEXT NOT NULL,
     cause TEXT NOT NULL,
     cause_title TEXT,
     state TEXT NOT NULL,
     origin TEXT NOT NULL,
     host TEXT,
     status INTEGER,
     request_id TEXT,
     created_at REAL NOT NULL,
     last_at REAL NOT NULL,
     times INTEGER NOT NULL,
     notes TEXT NOT NULL,
     removed_at REAL,
     content BLOB NOT NULL
   ) STRICT;
   CREATE INDEX cases_by_key ON cases (key);
   CREATE INDEX cases_by_signature ON cases (signature);
   CREATE INDEX cases_by_exchange ON cases (exchange_id) WHERE exchange_id IS NOT NULL;
   CREATE INDEX cases_by_time ON cases (last_at DESC, number DESC) WHERE removed_at IS NULL;
   CREATE VIRTUAL TABLE case_words USING fts5(words, tokenize = 'unicode61 remove_diacritics 2');
   INSERT INTO case_words (case_words, rank) VALUES ('secure-delete', 1);
   CREATE TABLE dismissed (number INTEGER PRIMARY KEY AUTOINCREMENT, exchange_id TEXT NOT NULL UNIQUE) STRICT`,
];

export type Row = Record<string, SQLOutputValue>;

export interface CaseDatabaseDeps {
  /** An absolute path. */
  readonly file: string;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/** A connection whose failures are AppError `storageFailed`. */
export class CaseDatabase {
  readonly #deps: CaseDatabaseDeps;
  #opened: sqlite.SqlConnection | null = null;

  constructor(deps: CaseDatabaseDeps) {
    this.#deps = deps;
  }

  /** False while nothing was ever kept: reading then makes no file. */
  get exists(): boolean {
    return this.#opened !== null || existsSync(this.#deps.file);
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

  /** Writes all of `work`, or nothing when it throws. */
  transaction<Value>(work: () => Value): Value {
    return this.#guard('write', (db) => db.transaction(work));
  }

  /** Gives the room of deleted cases back to the disk. */
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
      throw new AppError('storageFailed', { what: 'The cases', reason, access }, { cause: error });
    }
  }

  #open(): DatabaseSync {
    const { file, clock, log, quarantine } = this.#deps;
    try {
      return prepare(file);
    } catch (error) {
      if (sqlite.faultOf(error)?.kind !== 'damaged') {
        log.error('the cases on disk cannot be opened; cases are kept in memory only', { error: String(error) });
        return prepare(':memory:');
      }
      const at = clock.now();
      const movedTo = sqlite.quarantineDatabase(file, at);
      log.error('the cases on disk are damaged; their file was quarantined and a new one begun', { movedTo });
      quarantine.report({ document: 'cases', movedTo, at });
      return prepare(file);
    }
  }
}

/** Throws NewerSchema before it changes anything, and errors of SQLite. */
function prepare(file: string): DatabaseSync {
  const db = sqlite.openDatabase(file, { timeout: 1_000 });
  try {
    sqlite.checkVersion(db, MIGRATIONS.length);
    sqlite.configure(db);
    sqlite.migrate(db, MIGRATIONS);
    db.prepare('SELECT count(*) FROM cases').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Gives one store access to its tables in a StoreFile. Failures are AppError `storageFailed` with the name of the store. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { SqlConnection } from '../platform/sqlite.ts';
import type { StoreFile } from './store-file.ts';

export type Row = Record<string, SQLOutputValue>;

export interface StoreDatabaseOptions {
  /** The subject of the sentence about a failure: "The quotes". */
  readonly what: string;
  /** Makes each write wait for the disk, so that a power cut loses nothing. */
  readonly durable?: boolean;
}

export class StoreDatabase {
  readonly #file: StoreFile;
  readonly #options: StoreDatabaseOptions;

  constructor(file: StoreFile, options: StoreDatabaseOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** False until something is stored. Check it before reading, which would create the file. */
  get exists(): boolean {
    return this.#file.exists;
  }

  /** True when the file could not be opened and a database in memory stands in for it. */
  get isStandIn(): boolean {
    return this.#file.isStandIn;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#use('read', (db) => db.prepared(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#use('read', (db) => db.prepared(sql).get(...values));
  }

  /** Returns what `pick` makes of each row. It gets them one by one, so that they are never all in memory. */
  each<Picked>(pick: (row: Row) => Picked, sql: string, ...values: SQLInputValue[]): Picked[] {
    return this.#use('read', (db) => {
      const picked: Picked[] = [];
      for (const row of db.prepared(sql).iterate(...values)) picked.push(pick(row));
      return picked;
    });
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#use('write', (db) =>
      this.#durably(db, () => {
        return Number(db.prepared(sql).run(...values).changes);
      }),
    );
  }

  /** Runs `work` in one transaction. If `work` throws, nothing is written. */
  transaction<Value>(work: () => Value): Value {
    return this.#use('write', (db) => this.#durably(db, () => db.transaction(work)));
  }

  shrink(): void {
    this.#use('write', ({ db }) => db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  #use<Value>(access: 'read' | 'write', work: (db: SqlConnection) => Value): Value {
    return this.#file.use(this.#options.what, access, work);
  }

  /** Runs `work` durably if the option is set. The setting must come before the transaction, because SQLite ignores it within one. */
  #durably<Value>(connection: SqlConnection, work: () => Value): Value {
    const { db } = connection;
    if (!this.#options.durable || db.isTransaction) return work();
    db.exec('PRAGMA synchronous = FULL');
    try {
      return work();
    } finally {
      // A damaged file was closed and quarantined meanwhile.
      if (db.isOpen) db.exec('PRAGMA synchronous = NORMAL');
    }
  }
}

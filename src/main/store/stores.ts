/** The database files: console.db for data that people made or asked for, cache.db for data that can be fetched again. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Document } from '../platform/ports.ts';
import { CACHE_SCHEMA } from './cache-schema.ts';
import { type Merge, mergeConnections } from './connection-tables.ts';
import { BEFORE_MERGE, CONSOLE_SCHEMA } from './console-schema.ts';
import { finishRestore } from './restore.ts';
import { StoreDatabase, type StoreDatabaseOptions } from './store-database.ts';
import { StoreFile, type StoreFileDeps } from './store-file.ts';
import { deleteOldMarks, takeOver } from './take-over.ts';

export interface StoresDeps extends Omit<StoreFileDeps, 'file'> {
  /** An absolute path, or `:memory:`. */
  readonly folder: string;
  /** Reads a JSON document of an earlier version, whose content moves into console.db; `null` when nothing is to be moved. */
  readonly document: ((name: string) => Pick<Document<unknown>, 'read'>) | null;
}

export class Stores {
  readonly console: StoreFile;
  readonly cache: StoreFile;

  constructor({ folder, document, ...deps }: StoresDeps) {
    const fileOf = (name: string) => (folder === ':memory:' ? folder : join(folder, name));
    this.console = new StoreFile({ ...deps, file: fileOf('console.db') }, CONSOLE_SCHEMA);
    this.cache = new StoreFile({ ...deps, file: fileOf('cache.db') }, CACHE_SCHEMA);
    let isTakenOver = document === null;
    const before = () => {
      if (isTakenOver || document === null) return;
      isTakenOver = true;
      finishRestore({ ...deps, file: this.console.file });
      takeOver({ ...deps, folder, document, console: this.console, cache: this.cache });
    };
    for (const file of [this.console, this.cache]) file.aroundOpening(before, (db) => deleteOldMarks(db, folder));
  }

  inConsole(options: StoreDatabaseOptions): StoreDatabase {
    return new StoreDatabase(this.console, options);
  }

  inCache(options: StoreDatabaseOptions): StoreDatabase {
    return new StoreDatabase(this.cache, options);
  }

  setting<Value>(name: string, what: string): Document<Value> {
    return new SettingDocument(this.inConsole({ what }), name);
  }

  /**
   * Moves all data of the connection `from` to `to`, in both files. `before` runs first in the transaction of console.db: it seals notes again, whose
   * seal depends on the connection's id. Throws AppError `storageFailed`.
   */
  mergeConnections(merge: Merge, before: (db: DatabaseSync) => void = () => {}): void {
    mergeConnections(this.console, merge, (db) => {
      before(db);
      const { from, to } = merge;
      for (const sql of BEFORE_MERGE) {
        const statement = db.prepare(sql);
        statement.setAllowUnknownNamedParameters(true);
        statement.run({ from, to });
      }
    });
    // If both connections have an answer to the same request, either will do.
    mergeConnections(this.cache, merge, () => {});
  }

  close(): void {
    this.console.close();
    this.cache.close();
  }
}

/** Implements the port `Document` with one row of the table `settings` in console.db. */
class SettingDocument<Value> implements Document<Value> {
  readonly #db: StoreDatabase;
  readonly #name: string;

  constructor(db: StoreDatabase, name: string) {
    this.#db = db;
    this.#name = name;
  }

  read(): Value | null {
    if (!this.#db.exists) return null;
    const row = this.#db.get('SELECT value FROM settings WHERE name = ?', this.#name);
    return row ? (JSON.parse(String(row.value)) as Value) : null;
  }

  async write(value: Value): Promise<void> {
    const sql =
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    this.#db.run(sql, this.#name, JSON.stringify(value));
  }

  /** Deletes the value: a single row cannot be quarantined. */
  quarantine(): void {
    this.#db.run('DELETE FROM settings WHERE name = ?', this.#name);
  }
}

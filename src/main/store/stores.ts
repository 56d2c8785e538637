/** The database files: console.db for data that people made or asked for, cache.db for data that can be fetched again. */
import { join } from 'node:path';
import type { Document } from '../platform/ports.ts';
import { CACHE_SCHEMA } from './cache-schema.ts';
import { CONSOLE_SCHEMA } from './console-schema.ts';
import { finishRestore } from './restore.ts';
import { StoreDatabase, type StoreDatabaseOptions } from './store-database.ts';
import { StoreFile, type StoreFileDeps } from './store-file.ts';

export interface StoresDeps extends Omit<StoreFileDeps, 'file'> {
  /** An absolute path, or `:memory:`. */
  readonly folder: string;
}

export class Stores {
  readonly console: StoreFile;
  readonly cache: StoreFile;

  /** Completes a prepared restore. */
  constructor({ folder, ...deps }: StoresDeps) {
    const fileOf = (name: string) => (folder === ':memory:' ? folder : join(folder, name));
    this.console = new StoreFile({ ...deps, file: fileOf('console.db') }, CONSOLE_SCHEMA);
    this.cache = new StoreFile({ ...deps, file: fileOf('cache.db') }, CACHE_SCHEMA);
    finishRestore({ ...deps, file: this.console.file });
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

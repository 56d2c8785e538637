/** Implements the port `Document` with one row of the table `settings` in console.db. */
import type { Document } from '../platform/ports.ts';
import type { StoreDatabase } from './store-database.ts';

export class SettingDocument<Value> implements Document<Value> {
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

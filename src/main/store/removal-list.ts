/**
 * Lists removed connections in console.db until a start has deleted all their data. Only data of listed connections is deleted: a connection that the
 * vault does not know may be missing because the vault's file is damaged or was replaced by an older copy.
 */
import type { Clock, Log } from '../platform/ports.ts';
import type { StoreDatabase } from './store-database.ts';

export interface RemovalListDeps {
  readonly database: StoreDatabase;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export class RemovalList {
  readonly #deps: RemovalListDeps;

  constructor(deps: RemovalListDeps) {
    this.#deps = deps;
  }

  get ids(): readonly string[] {
    const { database } = this.#deps;
    if (!database.exists) return [];
    return database.all('SELECT id FROM connections WHERE removed_at IS NOT NULL').map(({ id }) => String(id));
  }

  /** Adds a connection before it is removed. A failed write is only logged: without a kill, the removal deletes all data anyway. */
  add(id: string): void {
    this.#write(
      `INSERT INTO connections (id, removed_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET removed_at = excluded.removed_at`,
      ...[id, this.#deps.clock.now()],
    );
  }

  /** Takes a connection off the list after its removal failed, because the vault still has it. */
  takeBack(id: string): void {
    this.#write('UPDATE connections SET removed_at = NULL WHERE id = ?', id);
  }

  /** Takes the connection off the list, after all its data was deleted. */
  finish(id: string): void {
    this.#write('DELETE FROM connections WHERE id = ?', id);
  }

  #write(sql: string, ...values: (string | number)[]): void {
    try {
      this.#deps.database.run(sql, ...values);
    } catch (error) {
      this.#deps.log.error('the list of removed connections could not be written', { error: String(error) });
    }
  }
}

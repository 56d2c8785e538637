/**
 * The connections that were removed and whose data may not be deleted yet, in console.db from before the removal until a start has deleted all of it.
 * What belongs to a connection that the vault merely does not know is never deleted: the vault's file may have been damaged, or put back from a copy.
 */
import type { Clock, Log } from '../platform/ports.ts';
import type { StoreDatabase } from './store-database.ts';

export interface RemovalListDeps {
  readonly database: StoreDatabase;
  /** The machine's clock. */
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

  /** A failed write is only logged: the removal goes on, and its data is deleted unless the console is killed meanwhile. */
  add(id: string): void {
    this.#write(
      `INSERT INTO connections (id, removed_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET removed_at = excluded.removed_at`,
      ...[id, this.#deps.clock.now()],
    );
  }

  /** The removal came to nothing: the vault still has the connection. */
  takeBack(id: string): void {
    this.#write('UPDATE connections SET removed_at = NULL WHERE id = ?', id);
  }

  /** All data of the connection is deleted. */
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

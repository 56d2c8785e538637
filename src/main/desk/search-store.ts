/** Keeps the recent and saved searches of each connection in console.db. */
import type { SavedSearch, SearchesSnapshot } from '../../shared/model/availability.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import type { StoreDatabase } from '../store/store-database.ts';

/** The largest numbers of recent and of saved searches of one connection; the oldest are dropped. */
const MAX_RECENT = 12;
const MAX_KEPT = 50;

export class SearchStore {
  readonly #db: StoreDatabase;
  readonly #clockOf: (connectionId: string) => Clock;
  readonly #log: Log;
  readonly #changed = new Emitter<SearchesSnapshot>();
  #revision = 1;

  constructor(database: StoreDatabase, clockOf: (connectionId: string) => Clock, log: Log) {
    this.#db = database;
    this.#clockOf = clockOf;
    this.#log = log;
  }

  get changed(): Subscribable<SearchesSnapshot> {
    return this.#changed;
  }

  /** Lists the searches, the latest first. */
  list(connectionId: string): SearchesSnapshot {
    const sql = 'SELECT parameters, at, is_kept FROM searches WHERE connection_id = ? ORDER BY at DESC';
    const rows = this.#db.exists ? this.#db.all(sql, connectionId) : [];
    const searches = rows.map(({ parameters, at, is_kept }) => ({
      parameters: String(parameters),
      at: Number(at),
      isKept: is_kept === 1,
    }));
    return { connectionId, revision: this.#revision, searches };
  }

  /**
   * Adds or replaces the search with these parameters. A failed write throws AppError `storageFailed` for a saved search, and is only logged for a
   * recent one.
   */
  async put(connectionId: string, search: Omit<SavedSearch, 'at'> & { readonly at: number | null }): Promise<void> {
    const { parameters, isKept } = search;
    const at = search.at ?? this.#clockOf(connectionId).now();
    try {
      this.#db.transaction(() => {
        this.#db.run(
          'INSERT OR REPLACE INTO searches (connection_id, parameters, at, is_kept) VALUES (?, ?, ?, ?)',
          ...[connectionId, parameters, at, isKept ? 1 : 0],
        );
        this.#db.run(
          `DELETE FROM searches WHERE connection_id = ?1 AND is_kept = ?2 AND parameters NOT IN
             (SELECT parameters FROM searches WHERE connection_id = ?1 AND is_kept = ?2 ORDER BY at DESC LIMIT ?3)`,
          ...[connectionId, isKept ? 1 : 0, isKept ? MAX_KEPT : MAX_RECENT],
        );
      });
    } catch (error) {
      if (isKept) throw error;
      this.#log.warn('a search could not be kept', { error: String(error) });
      return;
    }
    this.#emit(connectionId);
  }

  /** Deletes the search with these parameters. Throws AppError `storageFailed`. */
  async remove(connectionId: string, parameters: string): Promise<void> {
    if (!this.#db.exists) return;
    this.#db.run('DELETE FROM searches WHERE connection_id = ? AND parameters = ?', connectionId, parameters);
    this.#emit(connectionId);
  }

  #emit(connectionId: string): void {
    this.#revision += 1;
    this.#changed.emit(this.list(connectionId));
  }
}

/**
 * Keeps in console.db the quotes that a window still has to request, so that they survive the window and the process. Each page has its own entry,
 * which another page takes over once its page is gone. Entries have no guest's name.
 */
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import { WantedQuote } from '../../shared/model/quote-plan.ts';
import type { Log } from '../platform/ports.ts';
import type { StoreDatabase } from '../store/store-database.ts';

export interface WantedOfPage {
  readonly connectionId: string;
  readonly page: string;
  readonly wanted: readonly WantedQuote[];
}

export class WantedQuotes {
  readonly #db: StoreDatabase;
  readonly #log: Log;

  constructor(database: StoreDatabase, log: Log) {
    this.#db = database;
    this.#log = log;
  }

  /** Replaces the entry of a page. A failed write is only logged, because the page still has its quotes. */
  async keep({ connectionId, page, wanted }: WantedOfPage): Promise<void> {
    if (wanted.length === 0 && !this.#db.exists) return;
    try {
      this.#db.transaction(() => {
        this.#db.run('DELETE FROM wanted_quotes WHERE connection_id = ? AND page = ?', connectionId, page);
        if (wanted.length === 0) return;
        const sql = 'INSERT INTO wanted_quotes (connection_id, page, wanted) VALUES (?, ?, ?)';
        this.#db.run(sql, connectionId, page, JSON.stringify(wanted));
        this.#db.run(
          `DELETE FROM wanted_quotes WHERE connection_id = ?1 AND number NOT IN
             (SELECT number FROM wanted_quotes WHERE connection_id = ?1 ORDER BY number DESC LIMIT ${MAX_ENTRIES.few})`,
          connectionId,
        );
      });
    } catch (error) {
      this.#log.warn('the wanted quotes could not be saved', { error: String(error) });
    }
  }

  /** Returns and deletes the entries of a connection's pages that are not `alive`. Throws AppError `storageFailed`. */
  async take(connectionId: string, alive: readonly string[]): Promise<WantedQuote[]> {
    if (!this.#db.exists) return [];
    const pages = JSON.stringify(alive);
    const isTaken = 'connection_id = ? AND page NOT IN (SELECT value FROM json_each(?))';
    const rows = this.#db.all(`SELECT wanted FROM wanted_quotes WHERE ${isTaken} ORDER BY number`, connectionId, pages);
    if (rows.length > 0) this.#db.run(`DELETE FROM wanted_quotes WHERE ${isTaken}`, connectionId, pages);
    return rows.flatMap(({ wanted }) => WantedQuote.array().safeParse(JSON.parse(String(wanted))).data ?? []);
  }
}

/**
 * Keeps in console.db the quotes that a window still has to request, so that they survive the window and the process. Each page has its own entry,
 * which another page takes over once its page is gone. The quotes of programs have one entry for each run of the app. Entries have no guest's name.
 */
import { randomUUID } from 'node:crypto';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import { WantedQuote } from '../../shared/model/quote-plan.ts';
import type { Log } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import type { StoreDatabase } from '../store/store-database.ts';

export interface WantedOfPage {
  readonly connectionId: string;
  readonly page: string;
  readonly wanted: readonly WantedQuote[];
}

/** The quotes of programs on one connection. */
interface OfPrograms {
  readonly asked: Set<WantedQuote>;
  readonly lost: Set<WantedQuote>;
}

export class WantedQuotes {
  readonly #db: StoreDatabase;
  readonly #log: Log;
  /** The name of this run's entries, which no page has. */
  readonly #run = randomUUID();
  readonly #ofPrograms = new Map<string, OfPrograms>();

  constructor(database: StoreDatabase, log: Log) {
    this.#db = database;
    this.#log = log;
  }

  /** Replaces the entry of a page. A failed write is only logged, because the page still has its quotes. */
  async keep(entry: WantedOfPage): Promise<void> {
    try {
      this.#write(entry);
    } catch (error) {
      this.#log.warn('the wanted quotes could not be saved', { error: String(error) });
    }
  }

  #write({ connectionId, page, wanted }: WantedOfPage): void {
    if (wanted.length === 0 && !this.#db.exists) return;
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
  }

  /**
   * Stores a quote that a program requests now. Returns a function to call at the end of the request: when the answer is `lost`, the next page takes
   * the quote. Throws `storageFailed`; the quote must not be requested then, because a program has no page that would still know it.
   */
  async begin(wanted: WantedQuote): Promise<(answer: 'known' | 'lost') => Promise<void>> {
    const { connectionId } = wanted.input;
    const known = this.#ofPrograms.get(connectionId) ?? { asked: new Set(), lost: new Set() };
    this.#ofPrograms.set(connectionId, known);
    known.asked.add(wanted);
    try {
      if (this.#db.isStandIn) throw new Error('the file cannot be opened');
      this.#write(this.#entryOf(connectionId, known));
    } catch (error) {
      known.asked.delete(wanted);
      throw storageFailed('The quote of a program', error);
    }
    return async (answer) => {
      known.asked.delete(wanted);
      if (answer === 'lost') known.lost.add(wanted);
      const [oldest] = known.lost;
      if (oldest && known.lost.size > MAX_ENTRIES.page) known.lost.delete(oldest);
      await this.keep(this.#entryOf(connectionId, known));
    };
  }

  #entryOf(connectionId: string, { asked, lost }: OfPrograms): WantedOfPage {
    return { connectionId, page: this.#run, wanted: [...lost, ...asked] };
  }

  /** Returns and deletes the quotes of pages that are not `alive` and of programs whose answer was lost. Throws AppError `storageFailed`. */
  async take(connectionId: string, alive: readonly string[]): Promise<WantedQuote[]> {
    if (!this.#db.exists) return [];
    const lost = await this.#takeLost(connectionId);
    const pages = JSON.stringify([...alive, this.#run]);
    const isTaken = 'connection_id = ? AND page NOT IN (SELECT value FROM json_each(?))';
    const rows = this.#db.all(`SELECT wanted FROM wanted_quotes WHERE ${isTaken} ORDER BY number`, connectionId, pages);
    if (rows.length > 0) this.#db.run(`DELETE FROM wanted_quotes WHERE ${isTaken}`, connectionId, pages);
    const left = rows.flatMap(({ wanted }) => WantedQuote.array().safeParse(JSON.parse(String(wanted))).data ?? []);
    return [...left, ...lost];
  }

  /** Returns and removes the quotes of programs whose answer was lost in this run. Quotes that are still in flight stay. */
  async #takeLost(connectionId: string): Promise<WantedQuote[]> {
    const known = this.#ofPrograms.get(connectionId);
    if (!known || known.lost.size === 0) return [];
    const lost = [...known.lost];
    known.lost.clear();
    await this.keep(this.#entryOf(connectionId, known));
    return lost;
  }
}

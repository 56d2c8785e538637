/**
 * The quotes in memory and in their file: the rows of the board, the last used whole quotes, and those that could not be written. The latter stay
 * in memory, and are written with the next change.
 */
import { isAppError } from '../../shared/errors.ts';
import type { Quote } from '../../shared/model/quote.ts';
import type { Log } from '../platform/ports.ts';
import { putLast } from '../platform/put-last.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import type { StoreDatabase } from '../store/store-database.ts';
import {
  type BoardEntry,
  readEntries,
  readStored,
  rewriteQuote,
  type StoredQuote,
  writeQuote,
} from './quote-database.ts';
import { type KnownQuote, relinked } from './quote-links.ts';

/** The number of whole quotes in memory, with the answers of this session. */
const MAX_WHOLE = 1_000;

export class QuoteRecords {
  readonly #db: StoreDatabase;
  readonly #log: Log;
  /** The entries by connection and id. */
  readonly #entries = new Map<string, Map<string, BoardEntry>>();
  /** The whole quotes by number; the last used one is at the end. */
  readonly #whole = new Map<number, StoredQuote>();
  /** The numbers of the quotes that could not be written. */
  readonly #unsaved = new Set<number>();
  #nextNumber = 1;

  constructor(db: StoreDatabase, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** The quotes of a connection, the oldest first. */
  of(connectionId: string): Map<string, BoardEntry> {
    const known = this.#entries.get(connectionId) ?? new Map<string, BoardEntry>();
    this.#entries.set(connectionId, known);
    return known;
  }

  get connections(): Iterable<ReadonlyMap<string, BoardEntry>> {
    return this.#entries.values();
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  set(entry: BoardEntry): void {
    this.of(entry.connectionId).set(entry.summary.id, entry);
  }

  /** Forgets the entries, before they are read again. */
  clear(): void {
    this.#entries.clear();
  }

  /** Forgets a quote that is deleted for good. */
  forget({ number, connectionId, summary }: BoardEntry): void {
    this.of(connectionId).delete(summary.id);
    this.#whole.delete(number);
    this.#unsaved.delete(number);
  }

  countFrom(number: number): void {
    this.#nextNumber = number;
  }

  nextNumber(): number {
    return this.#nextNumber++;
  }

  /** A number for a quote that is not listed. A removed quote gets its own number back. */
  numberOf({ connectionId, id }: Quote): number {
    if (!this.#db.exists) return this.nextNumber();
    const row = this.#db.get('SELECT number FROM quotes WHERE connection_id = ? AND id = ?', connectionId, id);
    return row ? Number(row.number) : this.nextNumber();
  }

  /** Whether a quote was removed and can be restored. */
  isRemoved(connectionId: string, quoteId: string): boolean {
    const sql = 'SELECT 1 FROM quotes WHERE connection_id = ? AND id = ? AND removed_at IS NOT NULL';
    return this.#db.exists && this.#db.get(sql, connectionId, quoteId) !== undefined;
  }

  /** The id of the quote that states that it replaces this one, or null. */
  replacementOf(connectionId: string, quoteId: string): string | null {
    if (!this.#db.exists) return null;
    // Finding the text first saves reading every quote as JSON.
    const row = this.#db.get(
      `SELECT id FROM quotes WHERE connection_id = ? AND removed_at IS NULL
         AND instr(quote, ?) > 0 AND json_extract(quote, '$.replaces') = ? ORDER BY number DESC LIMIT 1`,
      ...[connectionId, `"replaces":${JSON.stringify(quoteId)}`, quoteId],
    );
    return row ? String(row.id) : null;
  }

  /** The whole quote of a row; null when its form is unknown. */
  stored({ number }: BoardEntry): StoredQuote | null {
    const known = this.#whole.get(number) ?? readStored(this.#db, number);
    if (known) this.#remember(number, known);
    return known;
  }

  /**
   * Writes quotes, together with those that could not be written before; all or none. A failure is logged, and they stay in memory. With `onDisk`
   * a failure throws AppError `storageFailed` instead, and nothing changes.
   */
  write(quotes: readonly KnownQuote[], onDisk: boolean): void {
    const earlier = [...this.#unsaved].flatMap((number) => {
      const entry = this.#entryOf(number);
      const stored = this.#whole.get(number);
      return entry && stored ? [{ entry, stored }] : [];
    });
    try {
      this.#db.transaction(() => {
        for (const { entry, stored } of [...earlier, ...quotes]) writeQuote(this.#db, entry, stored);
        // Within the transaction: nothing of it stays in the memory that stands in for the file either.
        if (onDisk && this.#db.isStandIn) throw storageFailed('The quote', new Error('the file cannot be opened'));
      });
      this.#unsaved.clear();
    } catch (error) {
      this.#log.warn('quotes could not be saved', { error: String(error) });
      if (onDisk) throw isAppError(error, 'storageFailed') ? error : storageFailed('The quote', error);
      for (const { entry } of quotes) this.#unsaved.add(entry.number);
    }
    for (const { entry, stored } of quotes) {
      this.set(entry);
      this.#remember(entry.number, stored);
    }
  }

  /**
   * Changes rows by `work`, and the quotes that they replaced, which name them only while `areThere`. Both changes are in one transaction.
   * Returns the ids of the replaced quotes.
   */
  relink(entries: readonly BoardEntry[], areThere: boolean, work: (entry: BoardEntry) => void): string[] {
    const quotes = entries.flatMap((entry) => this.stored(entry)?.quote ?? []);
    const connectionId = entries[0]?.connectionId ?? '';
    const links = relinked(quotes, areThere, (id) => {
      // A removed one changes too: it may come back before this one does, or after it.
      const entry =
        this.of(connectionId).get(id) ?? readEntries(this.#db, 'connection_id = ? AND id = ?', connectionId, id)[0];
      const stored = entry && this.stored(entry);
      return entry && stored ? { entry, stored, isThere: this.of(connectionId).has(id) } : null;
    });
    this.#db.transaction(() => {
      for (const entry of entries) work(entry);
      for (const { entry, stored } of links) rewriteQuote(this.#db, entry, stored);
    });
    for (const entry of entries)
      if (areThere) this.set(entry);
      else this.of(connectionId).delete(entry.summary.id);
    for (const { entry, stored } of links) {
      if (this.of(entry.connectionId).has(entry.summary.id)) this.set(entry);
      this.#remember(entry.number, stored);
    }
    return links.map(({ stored }) => stored.quote.id);
  }

  #entryOf(number: number): BoardEntry | undefined {
    const stored = this.#whole.get(number);
    return stored && this.of(stored.quote.connectionId).get(stored.quote.id);
  }

  #remember(number: number, stored: StoredQuote): void {
    putLast(this.#whole, number, stored);
    for (const oldest of this.#whole.keys()) {
      if (this.#whole.size <= MAX_WHOLE) return;
      if (!this.#unsaved.has(oldest)) this.#whole.delete(oldest);
    }
  }
}

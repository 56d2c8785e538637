/** The quotes of this console, stored across restarts without the answers that may name guests. */
import { z } from 'zod';
import { isAppError } from '../../shared/errors.ts';
import { Quote, type QuotesSnapshot } from '../../shared/model/quote.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Document, Log, Subscribable } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';

export interface QuoteFile {
  readonly version: 1;
  readonly quotes: StoredQuote[];
}

/** A quote with the address of its picture, from which a new picture path is made after a restart. */
export interface StoredQuote {
  readonly quote: Quote;
  readonly pictureUrl: string | null;
}

const StoredQuoteSchema = z.object({ quote: Quote, pictureUrl: z.string().nullable() });

/** The maximum number of quotes per connection, without the unsettled ones; the oldest are dropped. */
const MAX_QUOTES = 200;

export class QuoteStore {
  readonly #document: Document<QuoteFile>;
  readonly #log: Log;
  readonly #changed = new Emitter<QuotesSnapshot>();
  #quotes: StoredQuote[];
  #revision = 1;

  constructor(document: Document<QuoteFile>, log: Log) {
    this.#document = document;
    this.#log = log;
    this.#quotes = readQuotes(document.read(), log);
  }

  get changed(): Subscribable<QuotesSnapshot> {
    return this.#changed;
  }

  list(connectionId: string): QuotesSnapshot {
    const quotes = this.#quotes.filter(({ quote }) => quote.connectionId === connectionId).map(({ quote }) => quote);
    return { connectionId, revision: this.#revision, quotes };
  }

  find(connectionId: string, quoteId: string): StoredQuote | undefined {
    return this.#quotes.find(({ quote }) => quote.connectionId === connectionId && quote.id === quoteId);
  }

  /**
   * Adds or replaces a quote. A failed write is logged and the quote stays in memory; with `onDisk` it throws AppError
   * `storageFailed` instead.
   */
  async put(kept: StoredQuote, options: { onDisk?: boolean } = {}): Promise<void> {
    await this.putAll([kept], options);
  }

  /** Like {@link put} for several quotes of one connection: all of them are on the disk, or none. */
  async putAll(all: readonly StoredQuote[], { onDisk = false } = {}): Promise<void> {
    for (const kept of all) {
      const known = this.find(kept.quote.connectionId, kept.quote.id);
      this.#quotes = known
        ? this.#quotes.map((other) => (other === known ? kept : other))
        : [kept, ...this.#quotes].filter(withinLimit());
    }
    const [first] = all;
    if (first) await this.#save(first.quote.connectionId, onDisk);
  }

  async remove(connectionId: string, quoteId: string): Promise<void> {
    this.#quotes = this.#quotes.filter(({ quote }) => quote.connectionId !== connectionId || quote.id !== quoteId);
    await this.#save(connectionId);
  }

  /** Puts a removed quote back, among the others by the time it was made. */
  async restore(removed: StoredQuote): Promise<void> {
    const { connectionId, id, createdAt } = removed.quote;
    if (this.find(connectionId, id)) return;
    const older = this.#quotes.findIndex(
      ({ quote }) => quote.connectionId === connectionId && quote.createdAt < createdAt,
    );
    this.#quotes = this.#quotes.toSpliced(older < 0 ? this.#quotes.length : older, 0, removed);
    await this.#save(connectionId);
  }

  async removeAll(connectionId: string): Promise<void> {
    this.#quotes = this.#quotes.filter(({ quote }) => quote.connectionId !== connectionId);
    await this.#save(connectionId);
  }

  async #save(connectionId: string, onDisk = false): Promise<void> {
    this.#revision += 1;
    this.#changed.emit(this.list(connectionId));
    try {
      await this.#document.write({ version: 1, quotes: this.#quotes.map(withoutAnswers) });
    } catch (error) {
      this.#log.warn('quotes could not be saved', { error: String(error) });
      if (onDisk) throw isAppError(error, 'storageFailed') ? error : storageFailed('The quote', error);
    }
  }
}

/** Skips quotes of an unknown form, which another version may have written. */
function readQuotes(file: QuoteFile | null, log: Log): StoredQuote[] {
  const stored: unknown[] = Array.isArray(file?.quotes) ? file.quotes : [];
  const quotes = stored.flatMap((one) => StoredQuoteSchema.safeParse(one).data ?? []).map(asUnconfirmed);
  if (quotes.length < stored.length)
    log.warn('stored quotes have an unknown form', { unknown: stored.length - quotes.length });
  return quotes;
}

/** A booking that was in flight when the console ended is unconfirmed. */
function asUnconfirmed(stored: StoredQuote): StoredQuote {
  return stored.quote.outcome === 'sending' ? { ...stored, quote: { ...stored.quote, outcome: 'unknown' } } : stored;
}

/** The stored form: answers may repeat a guest's name, mail and phone, so they stay in memory. */
function withoutAnswers({ quote, pictureUrl }: StoredQuote): StoredQuote {
  const reservation = quote.reservation && { ...quote.reservation, raw: null };
  return { pictureUrl, quote: { ...quote, raw: null, reservation } };
}

/** True for a quote whose booking may have been done: it stays until the service says what became of it. */
const isUnsettled = ({ outcome }: Quote): boolean => outcome === 'unknown' || outcome === 'sending';

function withinLimit(): (stored: StoredQuote) => boolean {
  const counts = new Map<string, number>();
  return ({ quote }) => {
    if (isUnsettled(quote)) return true;
    const count = (counts.get(quote.connectionId) ?? 0) + 1;
    counts.set(quote.connectionId, count);
    return count <= MAX_QUOTES;
  };
}

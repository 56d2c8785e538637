/**
 * The quotes of this console with what people added to them, in SQLite. Every change is on the disk when its call returns. What cannot be
 * written stays in memory and is written with the next change. Rows of the board are in memory; a whole quote is read when it is needed.
 */
import { z } from 'zod';
import { AppError, isAppError } from '../../shared/errors.ts';
import { Quote, type QuotesSnapshot } from '../../shared/model/quote.ts';
import type { QuoteAnnotation, QuotesChange } from '../../shared/model/quote-board.ts';
import { isUnsettled } from '../../shared/quote-state.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Document, Log, Subscribable } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import type { StoreDatabase } from '../platform/store-database.ts';
import { mendedLinks } from './mend-links.ts';
import {
  type BoardEntry,
  readEntries,
  readStored,
  rewriteQuote,
  type StoredQuote,
  summaryOf,
  writeQuote,
} from './quote-database.ts';
import { type KnownQuote, relinked } from './quote-links.ts';

/** The document of quotes that version 0.1.0 wrote. */
export interface QuoteFile {
  readonly version: 1;
  readonly quotes: StoredQuote[];
}

const StoredQuoteSchema = z.object({ quote: Quote, pictureUrl: z.string().nullable() });

/** The quotes of a connection that a snapshot has, beside the unsettled ones: the newest. */
const MAX_LISTED = 200;
/** The quotes of a connection to which nobody added anything and that are no reservation; the oldest are dropped. */
const MAX_PLAIN = 20_000;
/** Whole quotes that are kept in memory, with the answers of this session. */
const MAX_WHOLE = 1_000;
/** A removal can be undone for this long; the window offers it for a shorter time. */
const UNDO_MS = 20_000;

const NO_ANNOTATION: QuoteAnnotation = { note: '', followUpOn: null, sent: [] };

export interface QuoteStoreDeps {
  readonly database: StoreDatabase;
  readonly document: Document<QuoteFile>;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  /** Fewer for tests. */
  readonly maxPlain?: number;
}

export class QuoteStore {
  readonly #deps: QuoteStoreDeps;
  readonly #db: StoreDatabase;
  readonly #changed = new Emitter<QuotesChange>();
  /** By connection and id; null until the file was read. */
  #entries: Map<string, Map<string, BoardEntry>> | null = null;
  /** By number, the one that was used last at the end. */
  readonly #whole = new Map<number, StoredQuote>();
  /** Numbers of the quotes that could not be written. */
  readonly #unsaved = new Set<number>();
  readonly #purges = new Set<() => void>();
  #nextNumber = 1;
  #revision = 1;

  constructor(deps: QuoteStoreDeps) {
    this.#deps = deps;
    this.#db = deps.database;
  }

  get changed(): Subscribable<QuotesChange> {
    return this.#changed;
  }

  get revision(): number {
    return this.#revision;
  }

  /** All quotes of a connection, the oldest first. */
  entries(connectionId: string): Iterable<BoardEntry> {
    return this.#of(connectionId).values();
  }

  /** The newest quotes and every unsettled one, the newest first. */
  list(connectionId: string): QuotesSnapshot {
    const newest = [...this.#of(connectionId).values()].toSorted((one, other) => other.number - one.number);
    let settled = 0;
    const listed = newest.filter(({ summary }) => isUnsettled(summary.outcome) || ++settled <= MAX_LISTED);
    const quotes = listed.flatMap((entry) => this.#stored(entry)?.quote ?? []);
    return { connectionId, revision: this.#revision, quotes };
  }

  find(connectionId: string, quoteId: string): StoredQuote | undefined {
    const entry = this.#of(connectionId).get(quoteId);
    return entry && (this.#stored(entry) ?? undefined);
  }

  annotation(connectionId: string, quoteId: string): QuoteAnnotation {
    return this.#of(connectionId).get(quoteId)?.annotation ?? NO_ANNOTATION;
  }

  /**
   * Adds or replaces a quote. A failed write is logged and the quote stays in memory; with `onDisk` it throws AppError `storageFailed`
   * instead, and nothing changes.
   */
  async put(stored: StoredQuote, options: { onDisk?: boolean } = {}): Promise<void> {
    await this.putAll([stored], options);
  }

  /** Like {@link put} for several quotes of one connection: all of them are on the disk, or none. */
  async putAll(all: readonly StoredQuote[], { onDisk = false } = {}): Promise<void> {
    const [first] = all;
    if (!first) return;
    const { connectionId } = first.quote;
    const known = this.#of(connectionId);
    const written = all.map((stored) => {
      const { quote, pictureUrl } = stored;
      const before = known.get(quote.id);
      const entry: BoardEntry = {
        number: before?.number ?? this.#numberOf(quote),
        connectionId,
        summary: summaryOf(quote),
        pictureUrl,
        annotation: before?.annotation ?? NO_ANNOTATION,
      };
      return { entry, stored };
    });
    this.#write(written, onDisk);
    this.#dropOldest(connectionId);
    this.#emit(
      connectionId,
      all.map(({ quote }) => quote.id),
    );
  }

  /** Changes what people added to a quote. Throws AppError `notFound` and `storageFailed`. */
  annotate(connectionId: string, quoteId: string, changes: Partial<QuoteAnnotation>): void {
    const entry = this.#of(connectionId).get(quoteId);
    const stored = entry && this.#stored(entry);
    if (!entry || !stored) throw new AppError('notFound', { what: 'This quote' });
    this.#write([{ entry: { ...entry, annotation: { ...entry.annotation, ...changes } }, stored }], true);
    this.#emit(connectionId, [quoteId]);
  }

  /**
   * Removes quotes; {@link restore} undoes it for a while, then they are deleted. The quotes that they replaced are no longer replaced, in the
   * same transaction. Throws AppError `invalidInput` when one of them is unsettled: then none is removed.
   */
  remove(connectionId: string, quoteIds: readonly string[]): void {
    const quotes = this.#of(connectionId);
    const found = quoteIds.flatMap((id) => quotes.get(id) ?? []);
    if (found.some(({ summary }) => isUnsettled(summary.outcome))) throw unsettled();
    if (found.length === 0) return;
    // A quote that could not be written yet could not be put back.
    if (this.#unsaved.size > 0) this.#write([], true);
    const now = this.#deps.clock.now();
    const links = this.#relinked(found, false);
    this.#db.transaction(() => {
      for (const { number } of found) this.#db.run('UPDATE quotes SET removed_at = ? WHERE number = ?', now, number);
      for (const { entry, stored } of links) rewriteQuote(this.#db, entry, stored);
    });
    for (const { summary } of found) quotes.delete(summary.id);
    this.#relink(links);
    const cancel = this.#deps.clock.after(UNDO_MS, () => {
      this.#purges.delete(cancel);
      this.#purge(this.#deps.clock.now() - UNDO_MS);
    });
    this.#purges.add(cancel);
    this.#emit(connectionId, [...quoteIds, ...links.map(({ stored }) => stored.quote.id)]);
  }

  /** Puts removed quotes back where they were. Throws AppError `notFound` when none of them can be put back. */
  restore(connectionId: string, quoteIds: readonly string[]): void {
    const quotes = this.#of(connectionId);
    if (!this.#db.exists) throw new AppError('notFound', { what: 'This quote' });
    const found = quoteIds
      .flatMap((id) =>
        readEntries(this.#db, 'connection_id = ? AND id = ? AND removed_at IS NOT NULL', connectionId, id),
      )
      .flatMap((entry) => entry ?? []);
    if (found.length === 0) throw new AppError('notFound', { what: 'This quote' });
    const links = this.#relinked(found, true);
    this.#db.transaction(() => {
      for (const { number } of found) this.#db.run('UPDATE quotes SET removed_at = NULL WHERE number = ?', number);
      for (const { entry, stored } of links) rewriteQuote(this.#db, entry, stored);
    });
    for (const entry of found) quotes.set(entry.summary.id, entry);
    this.#relink(links);
    this.#emit(connectionId, [...quoteIds, ...links.map(({ stored }) => stored.quote.id)]);
  }

  /** Deletes the quotes of a connection. */
  async removeAll(connectionId: string): Promise<void> {
    for (const { number } of this.#of(connectionId).values()) {
      this.#whole.delete(number);
      this.#unsaved.delete(number);
    }
    this.#entries?.delete(connectionId);
    this.#emit(connectionId, null);
    if (!this.#db.exists) return;
    this.#db.run('DELETE FROM quotes WHERE connection_id = ?', connectionId);
    this.#db.shrink();
  }

  /** Deletes what was removed. */
  close(): void {
    for (const cancel of this.#purges) cancel();
    this.#purges.clear();
    if (this.#db.exists) this.#purge(Number.MAX_VALUE);
    this.#db.close();
  }

  #of(connectionId: string): Map<string, BoardEntry> {
    const entries = this.#entries ?? this.#open();
    const known = entries.get(connectionId);
    if (known) return known;
    const none = new Map<string, BoardEntry>();
    entries.set(connectionId, none);
    return none;
  }

  #open(): Map<string, Map<string, BoardEntry>> {
    const entries = new Map<string, Map<string, BoardEntry>>();
    this.#entries = entries;
    try {
      this.#read();
    } catch (error) {
      this.#entries = null;
      throw error;
    }
    return entries;
  }

  #read(): void {
    const older = readQuotes(this.#deps.document.read(), this.#deps.log);
    if (!this.#db.exists && older.length === 0) return;
    const read = readEntries(this.#db, 'removed_at IS NULL');
    const unknown = read.filter((entry) => entry === null).length;
    if (unknown > 0) this.#deps.log.warn('stored quotes have an unknown form', { unknown });
    for (const entry of read) if (entry) this.#set(entry);
    this.#nextNumber = Number(this.#db.get('SELECT coalesce(max(number), 0) AS n FROM quotes')?.n) + 1;
    this.#purge(Number.MAX_VALUE);
    this.#import(older);
    this.#unconfirm(read);
    this.#mend();
  }

  /** Takes over the document of an earlier version, once. It is emptied when all of it is in the file. */
  #import(older: readonly StoredQuote[]): void {
    if (older.length === 0) return;
    const { document, log } = this.#deps;
    if (this.#db.get("SELECT 1 FROM imports WHERE source = 'quotes.json'") === undefined) {
      // The document has the newest first.
      const quotes = older.toReversed().map((stored) => {
        const { connectionId } = stored.quote;
        const summary = summaryOf(stored.quote);
        const entry = { number: this.#nextNumber++, connectionId, summary, pictureUrl: stored.pictureUrl };
        return { entry: { ...entry, annotation: NO_ANNOTATION }, stored };
      });
      this.#write(quotes, false);
      if (this.#unsaved.size > 0) return;
    }
    if (this.#db.isStandIn) return;
    document
      .write({ version: 1, quotes: [] })
      .catch((error: unknown) => log.warn('the earlier file of quotes was not emptied', { error: String(error) }));
  }

  /** A booking that was in flight when the console ended is unconfirmed. */
  #unconfirm(entries: readonly (BoardEntry | null)[]): void {
    const changed = entries.flatMap((entry) => {
      const stored = entry?.summary.outcome === 'sending' ? this.#stored(entry) : null;
      if (!entry || !stored) return [];
      const quote = { ...stored.quote, outcome: 'unknown' as const };
      return [{ entry: { ...entry, summary: summaryOf(quote) }, stored: { ...stored, quote } }];
    });
    if (changed.length > 0) this.#write(changed, false);
  }

  #mend(): void {
    for (const quotes of this.#entries?.values() ?? []) {
      const changed = mendedLinks(this.#db, quotes, (entry) => this.#stored(entry));
      if (changed.length > 0) this.#write(changed, false);
    }
  }

  #set(entry: BoardEntry): void {
    this.#of(entry.connectionId).set(entry.summary.id, entry);
  }

  /** A number for a quote that is not listed. One that was removed gets its own back. */
  #numberOf({ connectionId, id }: Quote): number {
    if (!this.#db.exists) return this.#nextNumber++;
    const row = this.#db.get('SELECT number FROM quotes WHERE connection_id = ? AND id = ?', connectionId, id);
    return row ? Number(row.number) : this.#nextNumber++;
  }

  #stored(entry: BoardEntry): StoredQuote | null {
    const { number } = entry;
    const known = this.#whole.get(number) ?? readStored(this.#db, number);
    if (known) this.#remember(number, known);
    return known;
  }

  #remember(number: number, stored: StoredQuote): void {
    this.#whole.delete(number);
    this.#whole.set(number, stored);
    for (const oldest of this.#whole.keys()) {
      if (this.#whole.size <= MAX_WHOLE) return;
      if (!this.#unsaved.has(oldest)) this.#whole.delete(oldest);
    }
  }

  /** Writes quotes, and those that could not be written before, all or none. */
  #write(quotes: readonly KnownQuote[], onDisk: boolean): void {
    const earlier = [...this.#unsaved].flatMap((number) => {
      const entry = this.#entryOf(number);
      const stored = this.#whole.get(number);
      return entry && stored ? [{ entry, stored }] : [];
    });
    try {
      this.#db.transaction(() => {
        for (const { entry, stored } of [...earlier, ...quotes]) writeQuote(this.#db, entry, stored);
        this.#db.run("INSERT OR IGNORE INTO imports (source) VALUES ('quotes.json')");
        // Within the transaction: nothing of it stays in the memory that stands in for the file either.
        if (onDisk && this.#db.isStandIn) throw storageFailed('The quote', new Error('the file cannot be opened'));
      });
      this.#unsaved.clear();
    } catch (error) {
      this.#deps.log.warn('quotes could not be saved', { error: String(error) });
      if (onDisk) throw isAppError(error, 'storageFailed') ? error : storageFailed('The quote', error);
      for (const { entry } of quotes) this.#unsaved.add(entry.number);
    }
    for (const { entry, stored } of quotes) {
      this.#set(entry);
      this.#remember(entry.number, stored);
    }
  }

  #entryOf(number: number): BoardEntry | undefined {
    const stored = this.#whole.get(number);
    return stored && this.#of(stored.quote.connectionId).get(stored.quote.id);
  }

  /** The quotes that these replaced, as they are when these go or are there again. */
  #relinked(entries: readonly BoardEntry[], isThere: boolean): KnownQuote[] {
    const quotes = entries.flatMap((entry) => this.#stored(entry)?.quote ?? []);
    return relinked(quotes, isThere, (id) => {
      const connectionId = entries[0]?.connectionId ?? '';
      // A removed one changes too: it may come back before this one does, or after it.
      const entry =
        this.#of(connectionId).get(id) ?? readEntries(this.#db, 'connection_id = ? AND id = ?', connectionId, id)[0];
      const stored = entry && this.#stored(entry);
      return entry && stored ? { entry, stored } : null;
    });
  }

  #relink(links: readonly KnownQuote[]): void {
    for (const { entry, stored } of links) {
      if (this.#of(entry.connectionId).has(entry.summary.id)) this.#set(entry);
      this.#remember(entry.number, stored);
    }
  }

  #dropOldest(connectionId: string): void {
    const quotes = this.#of(connectionId);
    const max = this.#deps.maxPlain ?? MAX_PLAIN;
    if (quotes.size <= max) return;
    const plain = [...quotes.values()].filter(isPlain).toSorted((one, other) => one.number - other.number);
    if (plain.length <= max) return;
    const dropped = plain.slice(0, plain.length - max);
    let links: KnownQuote[];
    try {
      links = this.#relinked(dropped, false);
      this.#db.transaction(() => {
        for (const { number } of dropped) this.#db.run('DELETE FROM quotes WHERE number = ?', number);
        for (const { entry, stored } of links) rewriteQuote(this.#db, entry, stored);
      });
    } catch (error) {
      this.#deps.log.warn('the oldest quotes could not be dropped', { error: String(error) });
      return;
    }
    for (const { number, summary } of dropped) {
      quotes.delete(summary.id);
      this.#whole.delete(number);
      this.#unsaved.delete(number);
    }
    this.#relink(links);
  }

  #purge(removedBefore: number): void {
    try {
      if (this.#db.run('DELETE FROM quotes WHERE removed_at <= ?', removedBefore) > 0) this.#db.shrink();
    } catch (error) {
      this.#deps.log.warn('removed quotes could not be deleted', { error: String(error) });
    }
  }

  #emit(connectionId: string, ids: readonly string[] | null): void {
    this.#revision += 1;
    this.#changed.emit({ connectionId, revision: this.#revision, ids: ids && [...ids] });
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

/** A quote that nobody would miss when newer ones need its place. */
const isPlain = ({ summary, annotation }: BoardEntry): boolean =>
  summary.outcome === 'open' &&
  annotation.note === '' &&
  annotation.followUpOn === null &&
  annotation.sent.length === 0;

const unsettled = () =>
  new AppError('invalidInput', {
    issues: [
      { path: 'quoteIds', message: 'A booking of a quote may have been made; check for changes before you delete it.' },
    ],
  });

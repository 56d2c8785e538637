/**
 * The quotes of this console with their annotations, in SQLite. Every change is on the disk when its call returns. Rows of the board are in
 * memory; a whole quote is read when needed. The file is read in steps on first use: {@link QuoteStore.opened} takes a turn of the event loop for
 * each step, and a call that cannot wait runs the remaining steps at once.
 */
import { AppError } from '../../shared/errors.ts';
import type { QuotesSnapshot } from '../../shared/model/quote.ts';
import type { MadeOffer, QuoteAnnotation, QuotesChange } from '../../shared/model/quote-board.ts';
import { isUnsettled } from '../../shared/quote/quote-state.ts';
import { Emitter } from '../platform/emitter.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';
import type { Deletions } from '../store/deletions.ts';
import { NO_ANNOTATION, type OpenQuotesDeps, openQuotes } from './open-quotes.ts';
import { type BoardEntry, type StoredQuote, summaryOf } from './quote-database.ts';
import { QuoteRecords } from './quote-records.ts';
import { QuoteRemovals } from './quote-removals.ts';

/** The number of newest quotes of a connection in a snapshot, which also has the unsettled ones. */
const MAX_LISTED = 200;
/** The largest number of plain quotes of a connection (see isPlain); the oldest are deleted. */
const MAX_PLAIN = 20_000;
/** The number of sent offers that a quote names, the latest ones; a connection keeps no more of them. */
export const MAX_NOTED_OFFERS = 500;

export interface QuoteStoreDeps extends OpenQuotesDeps {
  /** The machine's clock. */
  readonly clock: Clock;
  readonly deletions: Pick<Deletions, 'register' | 'begin'>;
  /** The maximum number of plain quotes; tests set a smaller one. */
  readonly maxPlain?: number;
}

export class QuoteStore {
  readonly #deps: QuoteStoreDeps;
  readonly #removals: QuoteRemovals;
  readonly #changed = new Emitter<QuotesChange>();
  readonly #known: QuoteRecords;
  /** The remaining steps; null before the first one. */
  #steps: Generator<void> | null = null;
  #opening: Promise<void> | null = null;
  #isOpen = false;
  #isClosed = false;
  #revision = 1;

  constructor(deps: QuoteStoreDeps) {
    this.#deps = deps;
    this.#removals = new QuoteRemovals(deps.database);
    this.#known = new QuoteRecords(deps.database, deps.log);
    deps.deletions.register('quotes', {
      hide: (items) => this.#hide(items.connectionId ?? '', items.ids),
      show: (items) => this.#show(items.connectionId ?? '', items.ids),
      delete: (items) => this.#removals.delete(items.connectionId ?? '', items.ids),
    });
  }

  get changed(): Subscribable<QuotesChange> {
    return this.#changed;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Resolves when the file is read. Throws AppError `storageFailed`; the next call then tries again. */
  opened(): Promise<void> {
    this.#opening ??= this.#openInTurns().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  /** All quotes of a connection, the oldest first. */
  entries(connectionId: string): Iterable<BoardEntry> {
    return this.#records.of(connectionId).values();
  }

  /** The newest quotes and all unsettled ones, the newest first. */
  list(connectionId: string): QuotesSnapshot {
    const records = this.#records;
    const newest = [...records.of(connectionId).values()].toSorted((one, other) => other.number - one.number);
    let settled = 0;
    const listed = newest.filter(({ summary }) => isUnsettled(summary.outcome) || ++settled <= MAX_LISTED);
    const quotes = listed.flatMap((entry) => records.stored(entry)?.quote ?? []);
    const sent = listed.flatMap(({ summary, annotation }) => (annotation.sentOn === null ? [] : summary.id));
    return { connectionId, revision: this.#revision, quotes, sent };
  }

  find(connectionId: string, quoteId: string): StoredQuote | undefined {
    const records = this.#records;
    const entry = records.of(connectionId).get(quoteId);
    return entry && (records.stored(entry) ?? undefined);
  }

  annotation(connectionId: string, quoteId: string): QuoteAnnotation {
    return this.#records.of(connectionId).get(quoteId)?.annotation ?? NO_ANNOTATION;
  }

  /**
   * Adds or replaces a quote. A failed write is logged, and the quote stays in memory. With `onDisk` it throws AppError `storageFailed` instead,
   * and nothing changes.
   */
  async put(stored: StoredQuote, options: { onDisk?: boolean } = {}): Promise<void> {
    await this.putAll([stored], options);
  }

  /** Works like {@link put} for several quotes of one connection; all of them are written, or none. */
  async putAll(all: readonly StoredQuote[], { onDisk = false } = {}): Promise<void> {
    const [first] = all;
    if (!first) return;
    if (!this.#isOpen) await this.opened();
    const { connectionId } = first.quote;
    const records = this.#records;
    const known = records.of(connectionId);
    const written = all.map((stored) => {
      const { quote, pictureUrl } = stored;
      const before = known.get(quote.id);
      const entry: BoardEntry = {
        number: before?.number ?? records.numberOf(quote),
        connectionId,
        summary: summaryOf(quote),
        pictureUrl,
        annotation: before?.annotation ?? NO_ANNOTATION,
      };
      return { entry, stored };
    });
    records.write(written, onDisk);
    this.#dropOldest(connectionId);
    this.#emit(
      connectionId,
      all.map(({ quote }) => quote.id),
    );
  }

  /** Changes a quote's annotation. Throws AppError `notFound` and `storageFailed`. */
  annotate(connectionId: string, quoteId: string, changes: Partial<QuoteAnnotation>): void {
    const records = this.#records;
    const entry = records.of(connectionId).get(quoteId);
    const stored = entry && records.stored(entry);
    if (!entry || !stored) throw new AppError('notFound', { what: 'This quote' });
    records.write([{ entry: { ...entry, annotation: { ...entry.annotation, ...changes } }, stored }], true);
    this.#emit(connectionId, [quoteId]);
  }

  /** Records that an offer with a quote left the console. Throws like {@link annotate}. */
  noteOffer(connectionId: string, quoteId: string, offer: MadeOffer): void {
    const { offers } = this.annotation(connectionId, quoteId);
    this.annotate(connectionId, quoteId, { offers: [offer, ...offers].slice(0, MAX_NOTED_OFFERS) });
  }

  /**
   * Hides quotes for deletion, and returns the id of the pending deletion. In the same transaction, the quotes that they replaced are no longer
   * replaced. Rejects with AppError `invalidInput` when one of them is unsettled; then none is hidden.
   */
  remove(connectionId: string, quoteIds: readonly string[]): Promise<string> {
    return this.#deps.deletions.begin({ kind: 'quotes', connectionId, ids: quoteIds });
  }

  /** Restores a hidden quote; its pending deletion skips it. */
  bringBack(connectionId: string, quoteId: string): void {
    if (this.#records.isRemoved(connectionId, quoteId)) this.#show(connectionId, [quoteId]);
  }

  #hide(connectionId: string, quoteIds: readonly string[]): void {
    const { changed, removed } = this.#removals.hide(this.#records, connectionId, quoteIds, this.#deps.clock.now());
    if (changed.length > 0) this.#emit(connectionId, changed, { removed });
  }

  #show(connectionId: string, quoteIds: readonly string[]): void {
    this.#emit(connectionId, this.#removals.show(this.#records, connectionId, quoteIds));
  }

  /**
   * The id of the quote that names the given quote as replaced, or null. The given quote need not exist. Reads every quote of the connection on
   * the disk.
   */
  replacementOf(connectionId: string, quoteId: string): string | null {
    return this.#records.replacementOf(connectionId, quoteId);
  }

  /** Deletes the quotes of a connection. */
  async removeAll(connectionId: string): Promise<void> {
    if (!this.#isOpen) await this.opened();
    const records = this.#records;
    for (const entry of [...records.of(connectionId).values()]) records.forget(entry);
    this.#emit(connectionId, null);
    const { database } = this.#deps;
    if (!database.exists) return;
    database.run('DELETE FROM quotes WHERE connection_id = ?', connectionId);
    database.shrink();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The quotes, after all of them are read. */
  get #records(): QuoteRecords {
    while (!this.#readOn());
    return this.#known;
  }

  async #openInTurns(): Promise<void> {
    while (!this.#isClosed && !this.#readOn()) await nextTurn();
  }

  /** Runs the next step; returns true when none is left. */
  #readOn(): boolean {
    if (this.#isOpen) return true;
    this.#steps ??= openQuotes(this.#known, this.#deps);
    try {
      this.#isOpen = this.#steps.next().done === true;
    } catch (error) {
      this.#steps = null;
      this.#known.clear();
      throw error;
    }
    return this.#isOpen;
  }

  #dropOldest(connectionId: string): void {
    const { database, log, maxPlain = MAX_PLAIN } = this.#deps;
    const records = this.#records;
    const quotes = records.of(connectionId);
    if (quotes.size <= maxPlain) return;
    const plain = [...quotes.values()].filter(isPlain).toSorted((one, other) => one.number - other.number);
    if (plain.length <= maxPlain) return;
    const dropped = plain.slice(0, plain.length - maxPlain);
    try {
      records.relink(dropped, false, ({ number }) => database.run('DELETE FROM quotes WHERE number = ?', number));
    } catch (error) {
      log.warn('the oldest quotes could not be dropped', { error: String(error) });
      return;
    }
    for (const entry of dropped) records.forget(entry);
  }

  #emit(connectionId: string, ids: readonly string[] | null, more: Pick<QuotesChange, 'removed'> = {}): void {
    this.#revision += 1;
    this.#changed.emit({ connectionId, revision: this.#revision, ids: ids && [...ids], ...more });
  }
}

/** An open quote without note, follow-up or offer. Only such quotes are deleted to make room. */
const isPlain = ({ summary, annotation }: BoardEntry): boolean =>
  summary.outcome === 'open' &&
  annotation.note === '' &&
  annotation.followUpOn === null &&
  annotation.sentOn === null &&
  annotation.offers.length === 0;

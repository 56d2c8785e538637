/**
 * Keeps quotes and their annotations in console.db. When a call returns, its change is on the disk, unless its docstring says otherwise. Memory holds
 * the recently used quotes with the answers of this session, and quotes that could not be written.
 */

import { AppError, invalidInput, isAppError } from '../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { Quote, QuotesSnapshot } from '../../shared/model/quote.ts';
import type { MadeOffer, QuoteAnnotation, QuoteSummary, QuotesChange } from '../../shared/model/quote-board.ts';
import { isUnsettled } from '../../shared/quote/quote-state.ts';
import { MAX_SMALL_ENTRIES, setNewest } from '../platform/bounded-map.ts';
import { Emitter } from '../platform/emitter.ts';
import { nextTurn, ROWS_PER_TURN } from '../platform/next-turn.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import type { Deletions } from '../store/deletions.ts';
import type { StoreDatabase } from '../store/store-database.ts';
import {
  fillColumns,
  readAnnotation,
  readStored,
  rewriteQuote,
  SHOWN,
  type StoredQuote,
  storedIn,
  summaryIn,
  summaryOf,
  textOrNull,
  writeQuote,
} from './quote-database.ts';
import { type FoundQuote, relinked } from './quote-links.ts';
import { keyOf } from './quote-outcome.ts';

/** The largest number of plain quotes (see PLAIN) of a connection; the oldest are deleted. */
const MAX_PLAIN = MAX_ENTRIES.kept;
/** The largest number of offers in a quote's annotation, and of stored offers of a connection. The oldest are dropped. */
export const MAX_NOTED_OFFERS = MAX_ENTRIES.noted;

/** The SQL condition of plain quotes: open, without note, follow-up or offer. Only these are deleted to make room. The index quotes_plain uses it. */
const PLAIN = `outcome = 'open' AND note = '' AND follow_up_on IS NULL AND sent_on IS NULL AND sent = '[]' AND ${SHOWN}`;
/** The condition of unsettled quotes, which the index quotes_unsettled has too. */
const UNSETTLED = "outcome IN ('sending', 'unknown')";
/** The outcomes of a quote that is a reservation. */
const RESERVATIONS: readonly Quote['outcome'][] = ['booked', 'reserved', 'used'];

export interface QuoteStoreDeps {
  readonly database: StoreDatabase;
  readonly clock: Pick<Clock, 'now'>;
  readonly deletions: Pick<Deletions, 'register' | 'begin'>;
  readonly log: Log;
  /** Tests set a smaller number. */
  readonly maxPlain?: number;
}

/** A quote that can be booked, without its prices. */
export type BookableStay = Pick<
  Quote,
  'id' | 'listingId' | 'checkIn' | 'checkOut' | 'createdAt' | 'expiresAt' | 'replaces'
>;

export class QuoteStore {
  readonly #deps: QuoteStoreDeps;
  readonly #changed = new Emitter<QuotesChange>();
  /** The recently used quotes by key, the last used one at the end. An unchanged quote stays the same object. */
  readonly #whole = new Map<string, StoredQuote>();
  /** The quotes that could not be written, by key. The next change writes them. */
  readonly #unsaved = new Map<string, StoredQuote>();
  #isSettled = false;
  #isFilled = false;
  #filling: Promise<void> | null = null;
  #revision = 1;
  /** The last results of the reads that pages repeat: the list and the bookings. */
  #listed: QuotesSnapshot | null = null;
  #bookings: { readonly key: string; readonly quotes: readonly Quote[] } | null = null;
  /** The last result of the read of bookable quotes. `at`: its instant (epoch ms); some of the quotes may have expired since. */
  #bookable: { readonly key: string; readonly at: number; readonly stays: readonly BookableStay[] } | null = null;

  constructor(deps: QuoteStoreDeps) {
    this.#deps = deps;
    deps.deletions.register('quotes', {
      hide: ({ connectionId, ids }) => this.#hide(connectionId ?? '', ids),
      show: ({ connectionId, ids }) => this.#show(connectionId ?? '', ids),
      delete: ({ connectionId, ids }) => this.#delete(connectionId ?? '', ids),
    });
  }

  get changed(): Subscribable<QuotesChange> {
    return this.#changed;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Resolves when every quote has the columns of the board, which quotes of earlier files lack at first. */
  async filled(): Promise<void> {
    if (this.#isFilled || !this.#db.exists) return;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
    });
    await this.#filling;
  }

  /** The newest quotes and all unsettled ones, the newest first. */
  list(connectionId: string): QuotesSnapshot {
    const known = this.#listed;
    if (known?.connectionId === connectionId && known.revision === this.#revision) return known;
    const rows = this.#db.exists
      ? this.#db.all(
          `SELECT id, sent_on FROM (
             SELECT * FROM (SELECT number, id, sent_on FROM quotes WHERE connection_id = ?1 AND ${SHOWN} AND NOT ${UNSETTLED} ORDER BY number DESC LIMIT ?2)
             UNION ALL SELECT number, id, sent_on FROM quotes WHERE connection_id = ?1 AND ${SHOWN} AND ${UNSETTLED}
           ) ORDER BY number DESC`,
          ...[connectionId, MAX_ENTRIES.page],
        )
      : [];
    const ids = new Set(rows.map(({ id }) => String(id)));
    const unsaved = [...this.#unsaved.values()].map(({ quote }) => quote);
    const added = unsaved.filter((quote) => quote.connectionId === connectionId && !ids.has(quote.id)).toReversed();
    const quotes = [...added, ...[...ids].flatMap((id) => this.find(connectionId, id)?.quote ?? [])];
    const sent = rows.flatMap(({ id, sent_on }) => (sent_on === null ? [] : String(id)));
    this.#listed = { connectionId, revision: this.#revision, quotes, sent };
    return this.#listed;
  }

  /** The reserved and booked quotes whose stay ends on `day` or later. */
  bookings(connectionId: string, day: PlainDate): readonly Quote[] {
    const key = `${connectionId} ${day} ${this.#revision}`;
    if (this.#bookings?.key === key) return this.#bookings.quotes;
    const sql = `SELECT id FROM quotes WHERE connection_id = ? AND ${SHOWN} AND outcome IN ('reserved', 'booked')
      AND CASE WHEN json_valid(quote) THEN json_extract(quote, '$.checkOut') END >= ?`;
    const ids = this.#db.exists ? this.#db.all(sql, connectionId, day).map(({ id }) => String(id)) : [];
    const quotes = ids.flatMap((id) => this.find(connectionId, id)?.quote ?? []);
    this.#bookings = { key, quotes };
    return quotes;
  }

  /** The quotes that can be booked at `now` (epoch ms), by arrival. */
  async bookable(connectionId: string, now: number): Promise<BookableStay[]> {
    await this.filled();
    const key = `${connectionId} ${this.#revision}`;
    // A clock that was set back makes quotes bookable again.
    if (this.#bookable?.key !== key || now < this.#bookable.at)
      this.#bookable = { key, at: now, stays: await this.#readBookable(connectionId, now) };
    // A quote that could not be written may be booked since.
    const isOpen = (quote: Quote | undefined) => !quote || (quote.outcome === 'open' && quote.replacedBy === null);
    return this.#bookable.stays.filter(
      ({ id, expiresAt }) => expiresAt > now && isOpen(this.#unsaved.get(keyOf({ connectionId, id }))?.quote),
    );
  }

  async #readBookable(connectionId: string, now: number): Promise<BookableStay[]> {
    if (!this.#db.exists) return [];
    const found = this.#db.all(
      `SELECT number FROM quotes INDEXED BY quotes_board WHERE connection_id = ? AND ${SHOWN} AND created_at IS NOT NULL
        AND outcome = 'open' AND NOT is_replaced AND expires_at > ? ORDER BY check_in`,
      ...[connectionId, now],
    );
    const stays: BookableStay[] = [];
    for (let from = 0; from < found.length; from += ROWS_PER_TURN) {
      if (from > 0) await nextTurn();
      const numbers = found.slice(from, from + ROWS_PER_TURN).map(({ number }) => number);
      const sql = `SELECT summary, CASE WHEN json_valid(quote) THEN quote ->> '$.replaces' END AS replaces
        FROM json_each(?) JOIN quotes ON number = value ORDER BY key`;
      for (const row of this.#db.all(sql, JSON.stringify(numbers))) {
        const summary = summaryIn(row);
        if (!summary) continue;
        const { id, listingId, checkIn, checkOut, createdAt, expiresAt } = summary;
        const replaces = textOrNull(row.replaces);
        stays.push({ id, listingId, checkIn, checkOut, createdAt, expiresAt, replaces });
      }
    }
    return stays;
  }

  /** The reservations among these quotes, without reading any quote whole. */
  async reservations(connectionId: string, quoteIds: readonly string[]): Promise<QuoteSummary[]> {
    await this.filled();
    const unsaved = quoteIds.flatMap((id) => this.#unsaved.get(keyOf({ connectionId, id }))?.quote ?? []);
    const written = quoteIds.filter((id) => !this.#unsaved.has(keyOf({ connectionId, id })));
    const sql = `SELECT summary FROM json_each(?) CROSS JOIN quotes ON connection_id = ? AND quotes.id = value
      WHERE ${SHOWN} AND outcome IN (SELECT value FROM json_each(?))`;
    const rows = this.#db.exists
      ? this.#db.all(sql, JSON.stringify(written), connectionId, JSON.stringify(RESERVATIONS))
      : [];
    return [
      ...unsaved.filter(({ outcome }) => RESERVATIONS.includes(outcome)).map(summaryOf),
      ...rows.flatMap((row) => summaryIn(row) ?? []),
    ];
  }

  find(connectionId: string, quoteId: string): StoredQuote | undefined {
    const key = keyOf({ connectionId, id: quoteId });
    const unsaved = this.#unsaved.get(key);
    if (unsaved) return unsaved;
    if (!this.#db.exists) return undefined;
    return this.#isThere(connectionId, quoteId) ? this.#read(connectionId, quoteId) : undefined;
  }

  annotation(connectionId: string, quoteId: string): QuoteAnnotation {
    // Writing an unsaved quote shows its hidden row again, with the row's annotation.
    const evenHidden = this.#unsaved.has(keyOf({ connectionId, id: quoteId }));
    return readAnnotation(this.#db, connectionId, quoteId, { evenHidden });
  }

  /**
   * Adds or replaces a quote. After a failed write it stays in memory until the next change; with `onDisk`, AppError `storageFailed` is thrown
   * instead and nothing changes.
   */
  async put(stored: StoredQuote, options: { onDisk?: boolean } = {}): Promise<void> {
    await this.putAll([stored], options);
  }

  /** Does what {@link put} does for several quotes of one connection: all are written, or none. */
  async putAll(all: readonly StoredQuote[], { onDisk = false } = {}): Promise<void> {
    const [first] = all;
    if (!first) return;
    const { connectionId } = first.quote;
    this.#write(all, onDisk);
    this.#dropOldest(connectionId);
    this.#emit(
      connectionId,
      all.map(({ quote }) => quote.id),
    );
  }

  /** Changes a quote's annotation. Throws AppError `notFound` and `storageFailed`. */
  annotate(connectionId: string, quoteId: string, changes: Partial<QuoteAnnotation>): void {
    if (this.#unsaved.size > 0) this.#write([], true);
    if (!this.#db.exists || !this.#isThere(connectionId, quoteId))
      throw new AppError('notFound', { what: 'This quote' });
    const { note, followUpOn, sentOn, offers } = { ...this.annotation(connectionId, quoteId), ...changes };
    this.#db.run(
      'UPDATE quotes SET note = ?, follow_up_on = ?, sent_on = ?, sent = ? WHERE connection_id = ? AND id = ?',
      ...[note, followUpOn, sentOn, JSON.stringify(offers), connectionId, quoteId],
    );
    this.#emit(connectionId, [quoteId]);
  }

  /** Records in the annotation that an offer with this quote left the console. Throws like {@link annotate}. */
  noteOffer(connectionId: string, quoteId: string, offer: MadeOffer): void {
    const { offers } = this.annotation(connectionId, quoteId);
    this.annotate(connectionId, quoteId, { offers: [offer, ...offers].slice(0, MAX_NOTED_OFFERS) });
  }

  /**
   * Hides quotes and returns the id of the pending deletion. The quotes that they replaced count as not replaced. Rejects with AppError
   * `invalidInput`, and hides none, when one of the quotes is unsettled.
   */
  remove(connectionId: string, quoteIds: readonly string[]): Promise<string> {
    return this.#deps.deletions.begin({ kind: 'quotes', connectionId, ids: quoteIds });
  }

  /** Shows a hidden quote again, so that its pending deletion does not delete it. */
  bringBack(connectionId: string, quoteId: string): void {
    const sql = 'SELECT 1 FROM quotes WHERE connection_id = ? AND id = ? AND removed_at IS NOT NULL';
    if (this.#db.exists && this.#db.get(sql, connectionId, quoteId)) this.#show(connectionId, [quoteId]);
  }

  /** The id of the quote that replaces a quote which is not stored; `null` when there is none. Scans all quotes of the connection. */
  replacementOf(connectionId: string, quoteId: string): string | null {
    if (!this.#db.exists) return null;
    // `instr` avoids parsing every quote as JSON.
    const row = this.#db.get(
      `SELECT id FROM quotes WHERE connection_id = ? AND ${SHOWN}
         AND instr(quote, ?) > 0 AND json_extract(quote, '$.replaces') = ? ORDER BY number DESC LIMIT 1`,
      ...[connectionId, `"replaces":${JSON.stringify(quoteId)}`, quoteId],
    );
    return row ? String(row.id) : null;
  }

  /** Drops the quotes of a removed connection from memory. */
  forget(connectionId: string): void {
    for (const known of [this.#whole, this.#unsaved])
      for (const [key, { quote }] of known) if (quote.connectionId === connectionId) known.delete(key);
    this.#listed = null;
    this.#bookings = null;
    this.#bookable = null;
  }

  async removeAll(connectionId: string): Promise<void> {
    this.forget(connectionId);
    const { database } = this.#deps;
    if (database.exists) {
      database.run('DELETE FROM quotes WHERE connection_id = ?', connectionId);
      database.shrink();
    }
    this.#emit(connectionId, null);
  }

  /** True while a booking of any connection is in flight or unconfirmed. */
  get hasUnsettled(): boolean {
    if (!this.#deps.database.exists) return false;
    return this.#db.get(`SELECT 1 FROM quotes WHERE ${SHOWN} AND ${UNSETTLED}`) !== undefined;
  }

  /** The database. The first access marks bookings that an earlier process left in flight as unconfirmed. */
  get #db(): StoreDatabase {
    const { database } = this.#deps;
    if (this.#isSettled) return database;
    const sql = "SELECT quote, picture_url FROM quotes WHERE outcome = 'sending'";
    const sending = database.exists ? database.all(sql).flatMap((row) => storedIn(row) ?? []) : [];
    this.#isSettled = true;
    const unknown = sending.map((stored) => ({ ...stored, quote: { ...stored.quote, outcome: 'unknown' as const } }));
    if (unknown.length > 0) this.#write(unknown, false);
    return database;
  }

  async #fill(): Promise<void> {
    while (fillColumns(this.#db, ROWS_PER_TURN) === ROWS_PER_TURN) await nextTurn();
    this.#isFilled = true;
  }

  /** Whether a quote is stored, even if a pending deletion hides it. */
  isStored(connectionId: string, quoteId: string): boolean {
    return this.#db.exists && this.#read(connectionId, quoteId) !== undefined;
  }

  #isThere(connectionId: string, quoteId: string): boolean {
    const sql = `SELECT 1 FROM quotes WHERE connection_id = ? AND id = ? AND ${SHOWN}`;
    return this.#db.get(sql, connectionId, quoteId) !== undefined;
  }

  /** Reads a quote, even if a pending deletion hides it. */
  #read(connectionId: string, id: string): StoredQuote | undefined {
    const key = keyOf({ connectionId, id });
    const stored = this.#whole.get(key) ?? readStored(this.#db, connectionId, id);
    if (stored) setNewest(this.#whole, key, stored, MAX_SMALL_ENTRIES);
    return stored ?? undefined;
  }

  /**
   * Writes these quotes and the quotes that could not be written before: all of them, or none. After a failure, `onDisk` throws `storageFailed`;
   * otherwise memory keeps them.
   */
  #write(all: readonly StoredQuote[], onDisk: boolean): void {
    const { log } = this.#deps;
    const database = this.#db;
    // The later form of a quote must be written last.
    const written = [...this.#unsaved.values(), ...all];
    try {
      database.transaction(() => {
        for (const stored of written) writeQuote(database, stored);
        // Thrown within the transaction, so that the database in memory that stands in for the file is not changed either.
        if (onDisk && database.isStandIn) throw storageFailed('The quote', new Error('the file cannot be opened'));
      });
      this.#unsaved.clear();
    } catch (error) {
      log.warn('quotes could not be saved', { error: String(error) });
      if (onDisk) throw isAppError(error, 'storageFailed') ? error : storageFailed('The quote', error);
      for (const stored of all) this.#unsaved.set(keyOf(stored.quote), stored);
    }
    for (const stored of all) setNewest(this.#whole, keyOf(stored.quote), stored, MAX_SMALL_ENTRIES);
  }

  #hide(connectionId: string, quoteIds: readonly string[]): void {
    // A quote that is not on the disk cannot be hidden.
    if (this.#unsaved.size > 0) this.#write([], true);
    if (!this.#db.exists) return;
    const found = quoteIds.flatMap((id) => this.find(connectionId, id)?.quote ?? []);
    if (found.some(({ outcome }) => isUnsettled(outcome))) throw unsettled();
    if (found.length === 0) return;
    const linked = this.#relink(found, false, ({ id }) => this.#mark(connectionId, id, this.#deps.clock.now()));
    this.#emit(connectionId, [...quoteIds, ...linked], { removed: found.map(({ id }) => id) });
  }

  #show(connectionId: string, quoteIds: readonly string[]): void {
    const hidden = this.#db.exists
      ? quoteIds.filter((id) => !this.#isThere(connectionId, id)).flatMap((id) => this.#read(connectionId, id) ?? [])
      : [];
    if (hidden.length === 0) throw new AppError('notFound', { what: 'This quote' });
    const quotes = hidden.map(({ quote }) => quote);
    const linked = this.#relink(quotes, true, ({ id }) => this.#mark(connectionId, id, null));
    this.#emit(connectionId, [...quoteIds, ...linked]);
  }

  #delete(connectionId: string, quoteIds: readonly string[]): void {
    const { database } = this.#deps;
    if (!database.exists) return;
    const sql =
      'DELETE FROM quotes WHERE connection_id = ? AND removed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?)) RETURNING id';
    const deleted = database.transaction(() => database.all(sql, connectionId, JSON.stringify(quoteIds)));
    for (const { id } of deleted) this.#whole.delete(keyOf({ connectionId, id: String(id) }));
    if (deleted.length > 0) database.shrink();
  }

  #mark(connectionId: string, id: string, at: number | null): void {
    this.#db.run('UPDATE quotes SET removed_at = ? WHERE connection_id = ? AND id = ?', at, connectionId, id);
  }

  /**
   * Runs `work` on quotes of one connection and updates the quotes that name them, in one transaction. `areThere`: whether the quotes exist
   * afterwards. Returns the ids of the updated quotes.
   */
  #relink(quotes: readonly Quote[], areThere: boolean, work: (quote: Quote) => void): string[] {
    const connectionId = quotes[0]?.connectionId ?? '';
    const links = relinked(quotes, areThere, (id): FoundQuote | null => {
      const quote = this.#read(connectionId, id)?.quote;
      return quote ? { quote, isThere: this.#isThere(connectionId, id) } : null;
    });
    const changed = links.map((quote) => ({
      quote,
      pictureUrl: this.#read(connectionId, quote.id)?.pictureUrl ?? null,
    }));
    this.#db.transaction(() => {
      for (const quote of quotes) work(quote);
      for (const stored of changed) rewriteQuote(this.#db, stored);
    });
    for (const stored of changed) setNewest(this.#whole, keyOf(stored.quote), stored, MAX_SMALL_ENTRIES);
    return changed.map(({ quote }) => quote.id);
  }

  #dropOldest(connectionId: string): void {
    const { database, log, maxPlain = MAX_PLAIN } = this.#deps;
    try {
      const count = database.get(`SELECT count(*) AS n FROM quotes WHERE connection_id = ? AND ${PLAIN}`, connectionId);
      const over = Number(count?.n) - maxPlain;
      if (over <= 0) return;
      const oldest = database.all(
        `SELECT id FROM quotes WHERE connection_id = ? AND ${PLAIN} ORDER BY number LIMIT ?`,
        ...[connectionId, over],
      );
      const dropped = oldest.flatMap(({ id }) => this.#read(connectionId, String(id))?.quote ?? []);
      this.#relink(dropped, false, ({ id }) =>
        database.run('DELETE FROM quotes WHERE connection_id = ? AND id = ?', connectionId, id),
      );
      for (const quote of dropped) this.#whole.delete(keyOf(quote));
    } catch (error) {
      log.warn('the oldest quotes could not be dropped', { error: String(error) });
    }
  }

  #emit(connectionId: string, ids: readonly string[] | null, more: Pick<QuotesChange, 'removed'> = {}): void {
    this.#revision += 1;
    this.#changed.emit({ connectionId, revision: this.#revision, ids: ids && [...ids], ...more });
  }
}

const unsettled = () =>
  invalidInput('quoteIds', 'A booking of a quote may have been made; check for changes before you delete it.');

/** Reads the quotes from their table, and repairs what a kill interrupted, in steps of a few milliseconds. */
import type { Log } from '../platform/ports.ts';
import type { StoreDatabase } from '../store/store-database.ts';
import { mendedLinks } from './mend-links.ts';
import { type BoardEntry, readPage, type StoredQuote, summaryOf } from './quote-database.ts';
import type { QuoteRecords } from './quote-records.ts';

/** The number of rows, or of whole quotes, that one step reads. */
export const READ_PER_STEP = 250;

export const NO_ANNOTATION: BoardEntry['annotation'] = { note: '', followUpOn: null, sentOn: null, offers: [] };

export interface OpenQuotesDeps {
  readonly database: StoreDatabase;
  readonly log: Log;
}

/** Opens the quotes; each `next()` is one step. Throws AppError `storageFailed`. */
export function* openQuotes(records: QuoteRecords, deps: OpenQuotesDeps): Generator<void> {
  const { database, log } = deps;
  if (!database.exists) return;
  const sending: BoardEntry[] = [];
  let unknown = 0;
  for (let after: number | null = 0; after !== null; ) {
    const { entries, next } = readPage(database, after, READ_PER_STEP);
    for (const entry of entries) {
      if (entry) records.set(entry);
      else unknown += 1;
      if (entry?.summary.outcome === 'sending') sending.push(entry);
    }
    after = next;
    yield;
  }
  if (unknown > 0) log.warn('stored quotes have an unknown form', { unknown });
  records.countFrom(Number(database.get('SELECT coalesce(max(number), 0) AS n FROM quotes')?.n) + 1);
  unconfirm(sending, records);
  yield;
  for (const quotes of records.connections) {
    const replaced = [...quotes.values()].filter(({ summary }) => summary.isReplaced);
    for (let from = 0; from < replaced.length; from += READ_PER_STEP) {
      const step = replaced.slice(from, from + READ_PER_STEP);
      const changed = mendedLinks(database, quotes, step, (entry) => records.stored(entry));
      if (changed.length > 0) records.write(changed, false);
      yield;
    }
  }
}

/** A booking that was in flight when the console ended is unconfirmed. */
const asUnconfirmed = (stored: StoredQuote): StoredQuote =>
  stored.quote.outcome === 'sending' ? { ...stored, quote: { ...stored.quote, outcome: 'unknown' } } : stored;

function unconfirm(sending: readonly BoardEntry[], records: QuoteRecords): void {
  const changed = sending.flatMap((entry) => {
    const known = records.stored(entry);
    if (!known) return [];
    const stored = asUnconfirmed(known);
    return [{ entry: { ...entry, summary: summaryOf(stored.quote) }, stored }];
  });
  if (changed.length > 0) records.write(changed, false);
}

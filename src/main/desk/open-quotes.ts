/**
 * Reads the quotes from their file, imports the document of an earlier version, and repairs interrupted work after a kill, in steps of a few
 * milliseconds.
 */
import type { Document, Log } from '../platform/ports.ts';
import type { StoreDatabase } from '../platform/store-database.ts';
import { mendedLinks } from './mend-links.ts';
import { type BoardEntry, readPage, type StoredQuote, summaryOf } from './quote-database.ts';
import { asUnconfirmed, type QuoteFile, quotesIn } from './quote-file.ts';
import type { QuoteRecords } from './quote-records.ts';

/** The number of rows, or of whole quotes, that one step reads. */
export const READ_PER_STEP = 250;

export const NO_ANNOTATION: BoardEntry['annotation'] = { note: '', followUpOn: null, sentOn: null, offers: [] };

export interface OpenQuotesDeps {
  readonly database: StoreDatabase;
  readonly document: Document<QuoteFile>;
  readonly log: Log;
}

/** Opens the quotes; each `next()` is one step. Throws AppError `storageFailed`. */
export function* openQuotes(records: QuoteRecords, deps: OpenQuotesDeps): Generator<void> {
  const { database, document, log } = deps;
  const older = quotesIn(document.read(), log);
  if (!database.exists && older.length === 0) return;
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
  takeOver(older, records, deps);
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

/** Imports the quotes of an earlier version, once. Its document is emptied when the file contains all of them. */
function takeOver(older: readonly StoredQuote[], records: QuoteRecords, deps: OpenQuotesDeps): void {
  if (older.length === 0) return;
  const { database, document, log } = deps;
  if (database.get("SELECT 1 FROM imports WHERE source = 'quotes.json'") === undefined) {
    // The document has the newest first.
    const quotes = older.toReversed().map((stored) => {
      const { connectionId } = stored.quote;
      const number = records.nextNumber();
      const entry = { number, connectionId, summary: summaryOf(stored.quote), pictureUrl: stored.pictureUrl };
      return { entry: { ...entry, annotation: NO_ANNOTATION }, stored };
    });
    records.write(quotes, false);
    if (records.hasUnsaved) return;
  }
  if (database.isStandIn) return;
  document
    .write({ version: 1, quotes: [] })
    .catch((error: unknown) => log.warn('the earlier file of quotes was not emptied', { error: String(error) }));
}

function unconfirm(sending: readonly BoardEntry[], records: QuoteRecords): void {
  const changed = sending.flatMap((entry) => {
    const known = records.stored(entry);
    if (!known) return [];
    const stored = asUnconfirmed(known);
    return [{ entry: { ...entry, summary: summaryOf(stored.quote) }, stored }];
  });
  if (changed.length > 0) records.write(changed, false);
}

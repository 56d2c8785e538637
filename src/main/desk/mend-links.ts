/** Mends what earlier versions left in the file: a quote that names a replacement which was deleted, and could not be changed again. */
import type { StoreDatabase } from '../store/store-database.ts';
import { type BoardEntry, type StoredQuote, summaryOf } from './quote-database.ts';
import type { KnownQuote } from './quote-links.ts';

/**
 * The repaired quotes of one connection: those of the `replaced` ones whose replacement is gone. A replacement that only this version cannot read
 * is not gone.
 */
export function mendedLinks(
  db: StoreDatabase,
  quotes: ReadonlyMap<string, BoardEntry>,
  replaced: readonly BoardEntry[],
  storedOf: (entry: BoardEntry) => StoredQuote | null,
): KnownQuote[] {
  const isThere = (connectionId: string, id: string) =>
    quotes.has(id) || db.get('SELECT 1 FROM quotes WHERE connection_id = ? AND id = ?', connectionId, id) !== undefined;
  return replaced.flatMap((entry) => {
    const stored = storedOf(entry);
    if (!stored?.quote.replacedBy || isThere(entry.connectionId, stored.quote.replacedBy)) return [];
    const quote = { ...stored.quote, replacedBy: null };
    return [{ entry: { ...entry, summary: summaryOf(quote) }, stored: { ...stored, quote } }];
  });
}

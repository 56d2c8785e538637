/** The earlier quotes that a removal changes, or its undo: a quote names the one that replaced it only while that one is there. */
import type { Quote } from '../../shared/model/quote.ts';
import { type BoardEntry, type StoredQuote, summaryOf } from './quote-database.ts';

/** A quote whole, and its row of the board. */
export interface KnownQuote {
  readonly entry: BoardEntry;
  readonly stored: StoredQuote;
}

/** `quotes`: those that go, or that are there again. `find`: a quote of theirs, also a removed one. */
export function relinked(
  quotes: readonly Quote[],
  isThere: boolean,
  find: (quoteId: string) => KnownQuote | null,
): KnownQuote[] {
  const changed = new Map<string, KnownQuote>();
  for (const { id, replaces } of quotes) {
    const known = replaces === null ? null : (changed.get(replaces) ?? find(replaces));
    if (!known || (known.stored.quote.replacedBy ?? id) !== id) continue;
    const quote = { ...known.stored.quote, replacedBy: isThere ? id : null };
    changed.set(quote.id, {
      entry: { ...known.entry, summary: summaryOf(quote) },
      stored: { ...known.stored, quote },
    });
  }
  return [...changed.values()];
}

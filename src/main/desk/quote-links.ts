/**
 * The links between a quote and its replacement: `replacedBy` of the earlier quote, `replaces` of the newer one. While the earlier quote is
 * booked or unconfirmed, it blocks the newer one: then `replacedBy` of the newer quote also names the earlier one, so that the newer quote is
 * neither offered nor booked. A quote names only quotes that exist.
 */
import type { Quote } from '../../shared/model/quote.ts';
import { isHeldByEarlier } from '../../shared/quote/quote-state.ts';
import { type BoardEntry, type StoredQuote, summaryOf } from './quote-database.ts';

/** A whole quote with its row of the board. */
export interface KnownQuote {
  readonly entry: BoardEntry;
  readonly stored: StoredQuote;
}

/** A quote that was found. `isThere`: false for a removed one. */
export type FoundQuote = KnownQuote & { readonly isThere: boolean };

/** True for a quote that is booked or unconfirmed. A used quote is neither, because the service shows the result. */
export const mayBeBooked = ({ outcome }: Quote): boolean => outcome !== 'open' && outcome !== 'used';

/** The quotes that a quote replaced, directly and indirectly, the latest first. */
export function earlierQuotes(quote: Quote, find: (quoteId: string) => Quote | null): Quote[] {
  const found = new Map<string, Quote>();
  for (let id = quote.replaces; id !== null && id !== quote.id && !found.has(id); ) {
    const earlier = find(id);
    if (!earlier) break;
    found.set(id, earlier);
    id = earlier.replaces;
  }
  return [...found.values()];
}

/** The value of a newer quote's `replacedBy`, besides its own replacement; `earlier`: the quote that it replaces, null when that does not exist. */
function replacedByOf(newer: Quote, earlier: Quote | null): string | null {
  if (earlier && mayBeBooked(earlier)) return newer.replacedBy ?? earlier.id;
  return isHeldByEarlier(newer) ? null : newer.replacedBy;
}

/** The quotes to store, in their order, followed by the quotes that they block or no longer block. */
export function withHeldQuotes(
  quotes: readonly Quote[],
  find: (quote: Quote, quoteId: string) => Quote | null,
): Quote[] {
  const all = new Map(quotes.map((quote) => [quote.id, quote]));
  for (const given of quotes)
    for (const [earlierId, newerId] of [
      [given.replaces, given.id],
      [given.id, given.replacedBy],
    ]) {
      const earlier = earlierId == null ? null : (all.get(earlierId) ?? find(given, earlierId));
      const newer = newerId == null ? null : (all.get(newerId) ?? find(given, newerId));
      if (!earlier || !newer || newer.replaces !== earlier.id) continue;
      const replacedBy = replacedByOf(newer, earlier);
      if (replacedBy !== newer.replacedBy) all.set(newer.id, { ...newer, replacedBy });
    }
  return [...all.values()];
}

/** The quotes that a removal or its undo changes. `quotes`: those that are removed or restored. `find`: also finds removed ones. */
export function relinked(
  quotes: readonly Quote[],
  isThere: boolean,
  find: (quoteId: string) => FoundQuote | null,
): KnownQuote[] {
  const moved = new Set(quotes.map(({ id }) => id));
  const changed = new Map<string, KnownQuote>();
  const read = (id: string | null): FoundQuote | null => {
    const found = id === null ? null : find(id);
    return (
      found && {
        ...found,
        ...changed.get(found.stored.quote.id),
        isThere: moved.has(id ?? '') ? isThere : found.isThere,
      }
    );
  };
  const link = ({ entry, stored }: KnownQuote, replacedBy: string | null) => {
    if (stored.quote.replacedBy === replacedBy) return;
    const quote = { ...stored.quote, replacedBy };
    changed.set(quote.id, { entry: { ...entry, summary: summaryOf(quote) }, stored: { ...stored, quote } });
  };
  const hold = (newer: FoundQuote | null, earlier: FoundQuote | null) => {
    if (newer && newer.stored.quote.replaces === earlier?.stored.quote.id)
      link(newer, replacedByOf(newer.stored.quote, earlier.isThere ? earlier.stored.quote : null));
  };
  for (const { id, replaces } of quotes) {
    const earlier = read(replaces);
    if (earlier && (earlier.stored.quote.replacedBy ?? id) === id) link(earlier, isThere ? id : null);
    hold(read(id), read(replaces));
    hold(read(read(id)?.stored.quote.replacedBy ?? null), read(id));
  }
  return [...changed.values()];
}

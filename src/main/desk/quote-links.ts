/**
 * Links a quote and its replacement: the earlier quote's `replacedBy` names the newer quote, whose `replaces` names the earlier one. While the
 * earlier quote is booked or unconfirmed, it holds the newer one: the newer quote's `replacedBy` then names the earlier quote, so that the newer
 * quote is neither offered nor booked. A quote names only quotes that exist.
 */
import type { Quote } from '../../shared/model/quote.ts';
import { isHeldByEarlier } from '../../shared/quote/quote-state.ts';

/** A stored quote. `isThere` is false when a pending deletion hides it. */
export interface FoundQuote {
  readonly quote: Quote;
  readonly isThere: boolean;
}

/** True for a quote that is booked, or whose booking is in flight or unconfirmed. False for an open or used one. */
export const mayBeBooked = ({ outcome }: Quote): boolean => outcome !== 'open' && outcome !== 'used';

/** Lists the quotes that a quote replaced, directly or through others, the latest first. */
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

/** The `replacedBy` of a newer quote: the quote that replaces it, else `earlier` while `earlier` is or may be booked, else `null`. */
function replacedByOf(newer: Quote, earlier: Quote | null): string | null {
  if (earlier && mayBeBooked(earlier)) return newer.replacedBy ?? earlier.id;
  return isHeldByEarlier(newer) ? null : newer.replacedBy;
}

/** Updates the links between quotes and their replacements. Returns the given quotes, then the stored quotes that change with them. */
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

/**
 * Returns the quotes whose links to replacements change when `quotes` are removed or, with `isThere`, shown again. `find` also finds hidden quotes.
 */
export function relinked(
  quotes: readonly Quote[],
  isThere: boolean,
  find: (quoteId: string) => FoundQuote | null,
): Quote[] {
  const moved = new Set(quotes.map(({ id }) => id));
  const changed = new Map<string, Quote>();
  const read = (id: string | null): FoundQuote | null => {
    const found = id === null ? null : find(id);
    if (!found) return null;
    const { quote } = found;
    return { quote: changed.get(quote.id) ?? quote, isThere: moved.has(quote.id) ? isThere : found.isThere };
  };
  const link = (quote: Quote, replacedBy: string | null) => {
    if (quote.replacedBy !== replacedBy) changed.set(quote.id, { ...quote, replacedBy });
  };
  const hold = (newer: FoundQuote | null, earlier: FoundQuote | null) => {
    if (newer && newer.quote.replaces === earlier?.quote.id)
      link(newer.quote, replacedByOf(newer.quote, earlier.isThere ? earlier.quote : null));
  };
  for (const { id, replaces } of quotes) {
    const earlier = read(replaces);
    if (earlier && (earlier.quote.replacedBy ?? id) === id) link(earlier.quote, isThere ? id : null);
    hold(read(id), read(replaces));
    hold(read(read(id)?.quote.replacedBy ?? null), read(id));
  }
  return [...changed.values()];
}

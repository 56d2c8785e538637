/**
 * The links between a quote and its replacement: `replacedBy` of the earlier quote, `replaces` of the newer one. While the earlier quote is booked
 * or unconfirmed it blocks the newer one: the newer one then names the earlier one in `replacedBy`, too, so that it is neither offered nor booked.
 * A quote names only quotes that exist.
 */
import type { Quote } from '../../shared/model/quote.ts';
import { isHeldByEarlier } from '../../shared/quote/quote-state.ts';

/** `isThere`: false for a hidden one. */
export interface FoundQuote {
  readonly quote: Quote;
  readonly isThere: boolean;
}

/** True for a quote that is booked or unconfirmed. A used quote is neither: the service shows what became of it. */
export const mayBeBooked = ({ outcome }: Quote): boolean => outcome !== 'open' && outcome !== 'used';

/** The quotes that a quote replaced, the latest first. */
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

/** The quotes to store, in their order, then those that they hold or hold no longer. */
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

/** The quotes that a removal changes, or its undo, as they are then. `quotes`: those that go, or that are there again. `find`: also finds hidden ones. */
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

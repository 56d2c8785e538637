/** The loaded pages of exchanges, newest first, and how newer exchanges join them. */
import type { ExchangePage, ExchangeSummary } from '../../../../shared/model/traffic.ts';

/** The data that `useInfiniteQuery` keeps: pages in the order of reading, and the cursor with which each was requested. */
export interface Pages {
  readonly pages: ExchangePage[];
  readonly pageParams: (number | null)[];
}

/**
 * Puts the newer exchanges of `head` in front of the pages `known`. Returns `head` alone when it is complete or when exchanges between the two may be
 * missing, and `known` itself when nothing is new.
 */
export function mergeHead(known: Pages, head: ExchangePage): Pages {
  const newest = known.pages.find(({ exchanges }) => exchanges.length > 0)?.exchanges[0]?.seq;
  const headOnly: Pages = { pages: [head], pageParams: [null] };
  const count = known.pages.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const isUnchanged = newest === head.exchanges[0]?.seq && count === head.exchanges.length;
  if (head.next === null || newest === undefined) return isUnchanged ? known : headOnly;
  const fresh = head.exchanges.filter(({ seq }) => seq > newest);
  if (fresh.length === 0) return known;
  if (fresh.length === head.exchanges.length) return headOnly;
  const [first, ...rest] = known.pages;
  if (!first) return headOnly;
  return { ...known, pages: [{ ...first, exchanges: [...fresh, ...first.exchanges] }, ...rest] };
}

export const rowsOf = (known: Pages | undefined): readonly ExchangeSummary[] =>
  known?.pages.flatMap(({ exchanges }) => exchanges) ?? [];

/** Counts the rows that are newer than `seq`; rows are newest first. */
export function countNewer(rows: readonly ExchangeSummary[], seq: number): number {
  const at = rows.findIndex((row) => row.seq <= seq);
  return at === -1 ? rows.length : at;
}

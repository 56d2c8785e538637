/** Decides the order of a matrix's rows, and which rows a price limit leaves out, without a request. */
import type { MatrixCell, MatrixView } from '../../../shared/model/matrix.ts';
import type { MatrixListing } from './matrix-needs.ts';

/** The values by which a matrix row is filtered (`isShown`) and sorted (`amount` and `currency`). */
export interface RowMark {
  readonly amount: number | null;
  readonly currency: string | null;
  readonly isShown: boolean;
}

/** True for a view that shows all rows in the order of the listings. */
export const isPlain = ({ order, maxPerNight }: MatrixView): boolean => order === null && maxPerNight === null;

export const needsCells = ({ order, maxPerNight }: MatrixView): boolean =>
  maxPerNight !== null || (order !== null && order.by !== 'name');

/**
 * Calculates the values by which a row is filtered and sorted. `sortedAt` is the index of the arrival to sort by; `null` sorts by the row's cheapest
 * cell.
 */
export function markOf(
  cells: readonly MatrixCell[],
  sortedAt: number | null,
  maxPerNight: number | null,
  nights: number,
): RowMark {
  const best = sortedAt === null ? cheapestOf(cells) : cells[sortedAt];
  const limit = maxPerNight === null ? Number.POSITIVE_INFINITY : maxPerNight * nights;
  return {
    amount: best?.total ?? null,
    currency: best?.currency ?? null,
    // A stay that is not read yet or has no price may be cheap enough.
    isShown: cells.some(({ state, total }) => state === 'unknown' || (state === 'free' && (total ?? 0) <= limit)),
  };
}

/** Returns the cheapest cell in the currency of the first priced cell; `null` when no cell has a price. */
export function cheapestOf(cells: readonly MatrixCell[]): MatrixCell | null {
  let best: MatrixCell | null = null;
  for (const cell of cells)
    if (cell.total !== null && (best === null || (cell.currency === best.currency && cell.total < (best.total ?? 0))))
      best = cell;
  return best;
}

/** The collator, made on first use, because it loads the locale's data. */
let collator: Intl.Collator | undefined;

/**
 * Returns a sorted copy of the rows. Amounts are sorted within their currency, the most frequent currency first; rows without an amount come last.
 */
export function sortRows(
  listings: readonly MatrixListing[],
  order: MatrixView['order'],
  markFor: (listing: MatrixListing) => RowMark | undefined,
): MatrixListing[] {
  if (order === null) return [...listings];
  const { by, descending } = order;
  const turn = descending ? -1 : 1;
  if (by === 'name') {
    collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const { compare } = collator;
    return listings.toSorted((one, other) => turn * compare(one.title, other.title));
  }
  const counts = new Map<string | null, number>();
  const rows = listings.map((listing) => {
    const { amount = null, currency = null } = markFor(listing) ?? {};
    if (amount !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
    return { listing, amount, currency };
  });
  const currencies = [...counts].sort((one, other) => other[1] - one[1]);
  const rankOf = new Map(currencies.map(([currency], rank) => [currency, rank]));
  return rows
    .sort((one, other) => {
      if (one.amount === null || other.amount === null)
        return Number(one.amount === null) - Number(other.amount === null);
      if (one.currency !== other.currency) return (rankOf.get(one.currency) ?? 0) - (rankOf.get(other.currency) ?? 0);
      return turn * (one.amount - other.amount);
    })
    .map(({ listing }) => listing);
}

/** Compares two loads of the listings: finds new listings, gone listings and changed prices. */
import type { Column } from '../../shared/model/field.ts';
import type { ListingChange } from '../../shared/model/listing.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { currencyPathOf } from '../../shared/money/currency-path.ts';
import { firstNumber, firstText } from '../api/read-json.ts';
import { timeSlices } from '../platform/next-turn.ts';
import type { ListingChanges, LoadedListings } from './loaded-listings.ts';

/** Returns the paths of the price to compare and of its currency: those of the first suggested money column. `null` without such a column. */
export function pricePaths(columns: readonly Column[]): { path: string; currencyPath: string | null } | null {
  const price = columns.find(({ kind, suggested }) => kind === 'money' && suggested);
  return price
    ? { path: price.path, currencyPath: currencyPathOf(price.path, new Set(columns.map(({ path }) => path))) }
    : null;
}

/** Finds the changes from one load to the next, by listing id; listings without an id are skipped. Yields to other work between steps. */
export async function compareListings(
  before: LoadedListings,
  after: LoadedListings,
  price: ReturnType<typeof pricePaths>,
): Promise<ListingChanges> {
  const changes = new Map<string, ListingChange>();
  const priceOf = (record: Json | undefined) =>
    price && {
      amount: firstNumber(record, price.path),
      currency: price.currencyPath === null ? null : firstText(record, price.currencyPath),
    };
  const nextSlice = timeSlices();
  for (const [listings, others] of [
    [after, before],
    [before, after],
  ] as const)
    for (const { id } of listings.summaries) {
      const other = others.record(id);
      if (other === undefined) changes.set(id, { kind: listings === after ? 'new' : 'gone' });
      else if (listings === after) {
        const [was, is] = [priceOf(other), priceOf(after.record(id))];
        if (was?.amount != null && is?.amount != null && (was.amount !== is.amount || was.currency !== is.currency))
          changes.set(id, { kind: 'price', from: { amount: was.amount, currency: was.currency } });
      }
      await nextSlice();
    }
  return changes;
}

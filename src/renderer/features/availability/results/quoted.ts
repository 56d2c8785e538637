/** Derives what results cost with fees and taxes from the console's earlier quotes. */
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { Money } from '../../../../shared/model/field.ts';
import type { Quote } from '../../../../shared/model/quote.ts';
import { chosenPlanAt } from '../../../../shared/quote/plan-choice.ts';

/**
 * The prices that quotes show for a listing. `total`: the price of a quote for the same stay and guests, with fees and taxes; or null. `share`: what
 * fees and taxes usually add to the nights (0.55 is 55 %), from `quotes` quotes; or null.
 */
export interface Quoted {
  readonly total: Money | null;
  readonly share: number | null;
  readonly quotes: number;
}

interface SearchedStay {
  readonly checkIn?: string | undefined;
  readonly checkOut?: string | undefined;
  readonly people: number | null;
}

/** Returns the share that fees and taxes add to the nights, by the first rate plan that shows both. Null without one, and with coupons. */
export function addedShare({ coupons, ratePlans }: Pick<Quote, 'coupons' | 'ratePlans'>): number | null {
  if (coupons.length > 0) return null;
  for (const { total, days } of ratePlans) {
    const nights = days.reduce((sum, { price }) => sum + price.amount, 0);
    if (total === null || nights <= 0 || days.some(({ price }) => price.currency !== total.currency)) continue;
    if (total.amount >= nights) return total.amount / nights - 1;
  }
  return null;
}

const median = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
};

/** Returns the prices that quotes show, by listing id. `now` is in epoch ms on the connection's clock. */
export function quotedByListing(
  quotes: readonly Quote[],
  stay: SearchedStay,
  now: number,
): ReadonlyMap<string, Quoted> {
  const byListing = Map.groupBy(quotes, ({ listingId }) => listingId);
  return new Map(
    [...byListing].map(([listingId, own]): [string, Quoted] => {
      const shares = own.flatMap((quote) => addedShare(quote) ?? []);
      const same = own
        .filter((quote) => quote.checkIn === stay.checkIn && quote.checkOut === stay.checkOut)
        .filter((quote) => quote.guests === stay.people && quote.coupons.length === 0 && quote.expiresAt > now)
        .sort((one, other) => other.createdAt - one.createdAt)[0];
      return [
        listingId,
        {
          total: same ? (same.ratePlans[chosenPlanAt(same.ratePlans, same.chosenPlan)]?.total ?? null) : null,
          share: median(shares),
          quotes: shares.length,
        },
      ];
    }),
  );
}

/** The coverage of a price: `nights` without fees and taxes, `all` with them, `unstated` when the answer does not say. */
export type Covers = 'nights' | 'all' | 'unstated';

export const coversOf = ({ basis }: Pick<SearchItem, 'basis'>): Covers =>
  basis === 'stated' ? 'all' : basis === 'inferred' ? 'unstated' : 'nights';

export const COVERS_TEXT: Record<Covers, string> = {
  nights: 'before fees and taxes',
  all: 'with fees and taxes',
  unstated: 'fees and taxes not stated',
};

/** Returns the remark on what a total covers, and on a missing currency. */
export const totalRemark = (item: Pick<SearchItem, 'basis' | 'total'>): string =>
  `${COVERS_TEXT[coversOf(item)]}${coversOf(item) === 'all' && item.total?.currency === null ? ', in the currency of the property' : ''}`;

/** What quotes of this console tell about the prices of a search: fees and taxes of a place are known once a quote has shown them. */
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { Money } from '../../../../shared/model/field.ts';
import type { Quote } from '../../../../shared/model/quote.ts';
import { chosenPlanAt } from '../../../../shared/quote/plan-choice.ts';

/** `total`: of a quote for the same stay and people, all included. `share`: what fees and taxes usually add, 0.55 for 55 %, by `quotes`. */
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

/** The share that fees and taxes add to the nights in the first rate plan that names both; null with coupons, which take off. */
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

/** What the quotes tell, by listing. `now` is on the connection's clock. */
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

/** What a total of a search covers: the nights alone, fees and taxes too, or what the answer does not say. */
export type Covers = 'nights' | 'all' | 'unstated';

export const coversOf = ({ basis }: Pick<SearchItem, 'basis'>): Covers =>
  basis === 'stated' ? 'all' : basis === 'inferred' ? 'unstated' : 'nights';

export const COVERS_TEXT: Record<Covers, string> = {
  nights: 'before fees and taxes',
  all: 'with fees and taxes',
  unstated: 'fees and taxes not stated',
};

/** What a total covers, and that its currency is not known. */
export const totalRemark = (item: Pick<SearchItem, 'basis' | 'total'>): string =>
  `${COVERS_TEXT[coversOf(item)]}${coversOf(item) === 'all' && item.total?.currency === null ? ', in the currency of the property' : ''}`;

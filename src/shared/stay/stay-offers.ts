/**
 * The offers of a listing's calendar: for each arrival and number of nights, whether the stay is possible and what its nights cost (service.md
 * §6.6). Days are day numbers of shared/model/primitives; no time zone is involved.
 */
import { add, type Decimal, decimalOf, numberOf, subtract, ZERO } from './decimal.ts';

/**
 * A night of a calendar; a field is `null` when the service does not send it. `isFree` is also `null` for an unknown status. `minNights` and
 * `maxNights` apply to stays that arrive on this day; `noCheckIn` and `noCheckOut` apply to the day itself.
 */
export interface Night {
  readonly isFree: boolean | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
  readonly maxNights: number | null;
  readonly noCheckIn: boolean | null;
  readonly noCheckOut: boolean | null;
}

/**
 * The state of a stay. `taken`: a night is not free; `noCheckIn`, `noCheckOut`: not on the day of arrival, or of departure; `minNights`,
 * `maxNights`: the day of arrival requires more, or fewer, nights; `unknown`: the calendar of a needed day was not read or cannot be understood.
 */
export type OfferState = 'free' | 'taken' | 'noCheckIn' | 'noCheckOut' | 'minNights' | 'maxNights' | 'unknown';

/**
 * The offer for a stay. `total`: the exact sum of the nightly prices, before fees and taxes; `null` when a night has no price or two currencies
 * occur; set only for a free stay. `limit`: the nights that `minNights` or `maxNights` requires.
 */
export interface StayOffer {
  readonly state: OfferState;
  readonly total: number | null;
  readonly currency: string | null;
  readonly limit: number | null;
}

const withoutPrice = (state: OfferState, limit: number | null = null): StayOffer => ({
  state,
  total: null,
  currency: null,
  limit,
});

const UNKNOWN = withoutPrice('unknown');
const TAKEN = withoutPrice('taken');
const NO_CHECK_IN = withoutPrice('noCheckIn');
const NO_CHECK_OUT = withoutPrice('noCheckOut');

/** The offers of one listing. Sums are prepared once, so that a stay of any length takes the same time. */
export class StayOffers {
  readonly #first: number;
  readonly #nights: readonly (Night | null)[];
  /**
   * Sums of all days before each day: the number of nights that are taken, not known to be free, or without a price, and the cost of the priced
   * ones.
   */
  readonly #taken: number[] = [0];
  readonly #notFree: number[] = [0];
  readonly #unpriced: number[] = [0];
  readonly #prices: Decimal[] = [ZERO];
  /** For each day, the first day of the run of nights in one currency that ends there. */
  readonly #currencyRun: number[] = [];

  /** Makes the offers. `nights`: an entry for each day from `first` on; `null` for a day that was not read. */
  constructor(first: number, nights: readonly (Night | null)[]) {
    this.#first = first;
    this.#nights = nights;
    nights.forEach((night, at) => {
      const price = night?.price ?? null;
      this.#taken.push((this.#taken[at] ?? 0) + (night?.isFree === false ? 1 : 0));
      this.#notFree.push((this.#notFree[at] ?? 0) + (night?.isFree === true ? 0 : 1));
      this.#unpriced.push((this.#unpriced[at] ?? 0) + (price === null ? 1 : 0));
      this.#prices.push(price === null ? this.#priceBefore(at) : add(this.#priceBefore(at), decimalOf(price)));
      const isSameCurrency = at > 0 && (nights[at - 1]?.currency ?? null) === (night?.currency ?? null);
      this.#currencyRun.push(isSameCurrency ? (this.#currencyRun[at - 1] ?? at) : at);
    });
  }

  /** The stay that arrives on `arrival` and departs `count` nights later. */
  offer(arrival: number, count: number): StayOffer {
    const from = arrival - this.#first;
    const to = from + count;
    const length = this.#nights.length;
    const [inFrom, inTo] = [clamp(from, length), clamp(to, length)];
    if (between(this.#taken, inFrom, inTo) > 0) return TAKEN;
    const day = this.#nights[from] ?? null;
    if (day?.noCheckIn === true) return NO_CHECK_IN;
    const minNights = day?.minNights ?? null;
    if (minNights !== null && count < minNights) return withoutPrice('minNights', minNights);
    const maxNights = day?.maxNights ?? null;
    if (maxNights !== null && count > maxNights) return withoutPrice('maxNights', maxNights);
    const departure = this.#nights[to] ?? null;
    if (departure?.noCheckOut === true) return NO_CHECK_OUT;
    if (from < 0 || departure === null || between(this.#notFree, from, to) > 0) return UNKNOWN;
    const currency = day?.currency ?? null;
    const isPriced = between(this.#unpriced, from, to) === 0 && (this.#currencyRun[to - 1] ?? to) <= from;
    const total = isPriced ? numberOf(subtract(this.#priceBefore(to), this.#priceBefore(from))) : null;
    return { state: 'free', total, currency: total === null ? null : currency, limit: null };
  }

  /**
   * The cheapest priced stay of `count` nights among the arrivals, and the earliest if several cost the same; `null` when no free stay has a
   * price.
   */
  cheapest(arrivals: Iterable<number>, count: number): { readonly arrival: number; readonly offer: StayOffer } | null {
    let best: { arrival: number; offer: StayOffer } | null = null;
    for (const arrival of arrivals) {
      const offer = this.offer(arrival, count);
      if (offer.total === null) continue;
      // Amounts of another currency than the first cannot be compared with it.
      if (best !== null && (offer.currency !== best.offer.currency || offer.total >= (best.offer.total ?? 0))) continue;
      best = { arrival, offer };
    }
    return best;
  }

  #priceBefore(at: number): Decimal {
    return this.#prices[at] ?? ZERO;
  }
}

const clamp = (at: number, length: number): number => Math.min(length, Math.max(0, at));

const between = (counts: readonly number[], from: number, to: number): number =>
  (counts[to] ?? 0) - (counts[from] ?? 0);

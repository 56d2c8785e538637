/** Derives from a listing's calendar which stays are possible and what they cost (service.md §6.6). Days are day numbers, without a time zone. */
import { add, type Decimal, decimalOf, numberOf, subtract, ZERO } from './decimal.ts';

/**
 * The use of a night, according to the calendar. `reserved` awaits approval. `blocked` has no guest; `blocks` has the reasons (service.md §6.6).
 * `status` is null for a status that the app does not know.
 */
export interface NightUse {
  readonly status: 'free' | 'booked' | 'reserved' | 'blocked' | null;
  readonly blocks: readonly string[];
  /** How many units of the listing are left; null when the service does not say. */
  readonly allotment: number | null;
  readonly reservationId: string | null;
}

/**
 * A night of a calendar. A field is null when the service did not send it; `isFree` is also null for an unknown status. `minNights` and `maxNights`
 * apply to stays that arrive on this day. `noCheckIn` and `noCheckOut` are true when no stay may begin or end on this day.
 */
export interface Night {
  readonly isFree: boolean | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
  readonly maxNights: number | null;
  readonly noCheckIn: boolean | null;
  readonly noCheckOut: boolean | null;
  /** The use of the night; absent in a calendar that an earlier version kept. */
  readonly use?: NightUse | undefined;
}

/** Whether a calendar shows several units: more than one is free on some day. */
export const hasSeveralUnits = (nights: readonly (Night | null)[]): boolean =>
  nights.some((night) => (night?.use?.allotment ?? 0) > 1);

/**
 * Whether a stay is possible, and why not. `taken`: a night is not free. `noCheckIn`: no stay may begin on its first day. `noCheckOut`: no stay may
 * end on its last day. `minNights`, `maxNights`: the arrival day requires more, or fewer, nights. `unknown`: a day was not read, or the service's
 * answer for it cannot be understood.
 */
export type OfferState = 'free' | 'taken' | 'noCheckIn' | 'noCheckOut' | 'minNights' | 'maxNights' | 'unknown';

/**
 * A stay with its price. `total` is the exact sum of the nightly prices before fees and taxes. It is set only for a free stay, and null when a night
 * has no price or the currencies differ. `limit` is the number of nights that the state `minNights` or `maxNights` is about, else null.
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

/** Looks up the possible stays of one listing. Sums are prepared once, so that stays of any length are looked up equally fast. */
export class StayOffers {
  readonly #first: number;
  readonly #nights: readonly (Night | null)[];
  /** For each day, four sums over the nights before it: taken nights, nights not known to be free, nights without a price, and the prices. */
  readonly #taken: number[] = [0];
  readonly #notFree: number[] = [0];
  readonly #unpriced: number[] = [0];
  readonly #prices: Decimal[] = [ZERO];
  /** For each day, the first day of the series of nights up to it that have the same currency. */
  readonly #currencyRun: number[] = [];

  /** Each entry of `nights` is one day, from the day `first` on; null for a day that was not read. */
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

  /** The stay that arrives on the day `arrival` and lasts `count` nights. */
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

  /** The cheapest stay of `count` nights among these arrivals, the earliest of several; null when no free stay has a price. */
  cheapest(arrivals: Iterable<number>, count: number): { readonly arrival: number; readonly offer: StayOffer } | null {
    let best: { arrival: number; offer: StayOffer } | null = null;
    for (const arrival of arrivals) {
      const offer = this.offer(arrival, count);
      if (offer.total === null) continue;
      // An amount in another currency than the first amount cannot be compared with it.
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

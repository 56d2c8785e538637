/** Finds the nearest stay: in a known calendar, the free stay that differs least from one that is not possible. */
import type { StayOffer, StayOffers } from './stay-offers.ts';

/** The maximum number of days between the arrivals of two near stays, and the maximum difference in nights. */
export const MAX_SHIFT_DAYS = 31;
const MAX_NIGHTS_APART = 7;

export interface NearStay {
  /** The arrival, as a day number. */
  readonly arrival: number;
  readonly nights: number;
  readonly offer: StayOffer;
}

/** The differences in nights of stays that are not shorter. Shorter stays are tried only when none of these is free. */
const NOT_SHORTER = Array.from({ length: MAX_NIGHTS_APART + 1 }, (_, at) => at);
const SHORTER = Array.from({ length: MAX_NIGHTS_APART }, (_, at) => -at - 1);

interface Wish {
  readonly arrival: number;
  readonly nights: number;
  /** The first day on which a stay may begin. */
  readonly earliest: number;
}

/**
 * Returns the free stay nearest to the wanted one: the sum of the differences in arrival (days) and in nights is smallest. If several are equal, the
 * same number of nights wins, then the later arrival. A shorter stay is returned only when no other near one is free. Null when no near stay is free.
 */
export const nearestStay = (offers: StayOffers, wish: Wish): NearStay | null =>
  nearestOf(offers, wish, NOT_SHORTER) ?? nearestOf(offers, wish, SHORTER);

function nearestOf(
  offers: StayOffers,
  { arrival, nights, earliest }: Wish,
  nightsApart: readonly number[],
): NearStay | null {
  for (let distance = 0; distance <= MAX_SHIFT_DAYS + MAX_NIGHTS_APART; distance += 1)
    for (const apart of nightsApart) {
      const shift = distance - Math.abs(apart);
      if (shift < 0 || shift > MAX_SHIFT_DAYS || nights + apart < 1) continue;
      for (const start of [arrival + shift, arrival - shift]) {
        if (start < earliest) continue;
        const offer = offers.offer(start, nights + apart);
        if (offer.state === 'free') return { arrival: start, nights: nights + apart, offer };
      }
    }
  return null;
}

/** Finds, in a known calendar, the possible stay that is nearest to an impossible one. */
import type { StayOffer, StayOffers } from './stay-offers.ts';

/** The largest difference of arrivals in days, and of lengths in nights, that still counts as near. */
export const MAX_SHIFT_DAYS = 31;
const MAX_NIGHTS_APART = 7;

export interface NearStay {
  /** The day number of the arrival. */
  readonly arrival: number;
  readonly nights: number;
  readonly offer: StayOffer;
}

/** Differences in length that do not shorten the stay; shorter stays are tried only when none of these is free. */
const NOT_SHORTER = Array.from({ length: MAX_NIGHTS_APART + 1 }, (_, at) => at);
const SHORTER = Array.from({ length: MAX_NIGHTS_APART }, (_, at) => -at - 1);

interface Wish {
  readonly arrival: number;
  readonly nights: number;
  /** The first day of arrival. */
  readonly earliest: number;
}

/**
 * The free stay with the smallest distance: the days between the arrivals plus the difference in nights. Among equally near stays, one with as
 * many nights comes first, then a later arrival. A shorter stay is returned only when no other is near; `null` when none is known.
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

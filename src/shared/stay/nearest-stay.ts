/** The possible stay that is nearest to one that is not, found in a known calendar. */
import type { StayOffer, StayOffers } from './stay-offers.ts';

/** Days between the arrivals, and nights more or fewer, that still count as near. */
export const MAX_SHIFT_DAYS = 31;
const MAX_NIGHTS_APART = 7;

export interface NearStay {
  /** A day number. */
  readonly arrival: number;
  readonly nights: number;
  readonly offer: StayOffer;
}

/** As many nights or more; a shorter stay is only looked for where there is none. */
const NOT_SHORTER = Array.from({ length: MAX_NIGHTS_APART + 1 }, (_, at) => at);
const SHORTER = Array.from({ length: MAX_NIGHTS_APART }, (_, at) => -at - 1);

interface Wish {
  readonly arrival: number;
  readonly nights: number;
  /** The first day of arrival. */
  readonly earliest: number;
}

/**
 * The free stay with the smallest distance: the days between the arrivals plus the nights by which they differ. Of equally near ones, that
 * with as many nights, then the one that arrives later. A shorter stay only where none else is near; `null` when none is known.
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

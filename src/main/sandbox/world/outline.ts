/** The fields of a listing that searches and calendars need, computed from its index in about a microsecond. */
import { type City, cityAt } from './city.ts';
import { listingId } from './listing-id.ts';
import { SeededRandom } from './seeded-random.ts';
import { type PropertyKind, vocabulary } from './vocabulary.ts';

export interface Outline {
  readonly index: number;
  readonly id: string;
  readonly city: City;
  readonly quarter: string;
  readonly kind: PropertyKind;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly beds: number;
  readonly accommodates: number;
  /** The price of an ordinary night, in the city's currency. */
  readonly basePrice: number;
  readonly minNights: number;
  /** The weekdays without arrivals and without departures (0 is Sunday); -1 for none. */
  readonly noArrival: number;
  readonly noDeparture: number;
  /** The probability (0–1) that an invented stay is booked. */
  readonly demand: number;
  readonly active: boolean;
  readonly listed: boolean;
}

export function outlineOf(index: number): Outline {
  const draw = new SeededRandom(index, 7);
  const city = cityAt(index);
  const kind = draw.pick(vocabulary.kinds);
  const bedrooms = draw.int(kind.bedrooms[0], kind.bedrooms[1]);
  const beds = Math.max(1, bedrooms + (draw.chance(0.35) ? 1 : 0));
  const euros = kind.price * city.level * (1 + 0.42 * Math.max(0, bedrooms - 1)) * draw.between(0.82, 1.28);
  const { scale, step } = city.currency;
  const active = !draw.chance(0.05);
  return {
    index,
    id: listingId(index),
    city,
    quarter: draw.pick(city.quarters),
    kind,
    bedrooms,
    bathrooms: Math.max(1, Math.round(bedrooms * 0.6)) + (draw.chance(0.2) ? 0.5 : 0),
    beds,
    accommodates: Math.min(16, bedrooms === 0 ? 2 : bedrooms * 2 + (beds > bedrooms ? 1 : 0)),
    basePrice: Math.max(1, Math.round((euros * scale) / step)) * step,
    minNights: draw.pick([1, 2, 2, 2, 3, 3, 4]),
    noArrival: draw.chance(0.15) ? 0 : -1,
    noDeparture: draw.chance(0.08) ? 6 : -1,
    demand: draw.between(0.3, 0.72),
    active,
    listed: active && !draw.chance(0.06),
  };
}

export class Outlines {
  readonly #made: Outline[] = [];

  at(index: number): Outline {
    for (let next = this.#made.length; next <= index; next += 1) this.#made.push(outlineOf(next));
    return this.#made[index] ?? outlineOf(index);
  }
}

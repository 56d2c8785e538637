/** The choices of the Flexible dates page, which its address holds, and the question that they ask. Pure. */

import { MAX_ARRIVALS, MAX_MATRIX_NIGHTS } from '../../../shared/max-input.ts';
import type { MatrixQuestion, MatrixView } from '../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { addDays, dayNumber, plainDateOf } from '../../../shared/plain-date.ts';
import type { SearchOf } from '../../navigation/search.ts';

export type MatrixParams = SearchOf<'matrix'>;

const FIRST_DAYS = 30;
const FIRST_NIGHTS = 3;
const MAX_GUESTS = 500;
const MAX_BEDROOMS = 100;
/** In every currency: a night in Hanoi costs millions. */
const MAX_PRICE = 1_000_000_000;
const SEPARATOR = '|';

export const BOUNDS = {
  nights: MAX_MATRIX_NIGHTS,
  guests: MAX_GUESTS,
  bedrooms: MAX_BEDROOMS,
  price: MAX_PRICE,
} as const;

const countOf = (value: number | undefined, max: number): number | null =>
  value === undefined || value < 1 || value > max ? null : value;

/** The question of an address; what it lacks is the next 30 days and three nights. A last day that is too far away is moved. */
export function questionOf(
  connectionId: string,
  applicationId: string,
  params: MatrixParams,
  today: PlainDate,
): MatrixQuestion {
  const first = dayNumber(params.from ?? today);
  const last = params.until === undefined ? first + FIRST_DAYS - 1 : dayNumber(params.until);
  return {
    connectionId,
    applicationId,
    stays: {
      firstArrival: plainDateOf(first),
      lastArrival: plainDateOf(Math.min(first + MAX_ARRIVALS - 1, Math.max(first, last))),
      weekends: params.weekends !== undefined,
      nights: countOf(params.nights, MAX_MATRIX_NIGHTS) ?? FIRST_NIGHTS,
      guests: countOf(params.guests, MAX_GUESTS),
    },
    listings: {
      ids: null,
      places: params.places?.split(SEPARATOR).filter(Boolean) ?? [],
      bedrooms: countOf(params.bedrooms, MAX_BEDROOMS),
    },
  };
}

/** How an address arranges the rows. An arrival that is no column is no order. */
export function viewOf({ sort, maxPrice }: MatrixParams, arrivals: readonly PlainDate[]): MatrixView {
  const by = sort?.replace(/^-/, '');
  const isOrder = by !== undefined && (by === 'name' || by === 'cheapest' || arrivals.includes(by));
  return {
    order: isOrder ? { by, descending: sort?.startsWith('-') ?? false } : null,
    maxPerNight: countOf(maxPrice, MAX_PRICE),
  };
}

/** The order after a press on a head: ascending, descending, and that of the listings again. */
export function nextOrder(order: MatrixView['order'], by: string): string | undefined {
  if (order?.by !== by) return by;
  return order.descending ? undefined : `-${by}`;
}

/** Places as an address holds them. */
export const placesText = (places: readonly string[]): string | undefined =>
  places.length === 0 ? undefined : places.join(SEPARATOR);

/** The day of departure. */
export const departureOf = (arrival: PlainDate, nights: number): PlainDate => addDays(arrival, nights);

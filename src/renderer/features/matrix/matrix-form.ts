/** Converts the parameters of the Flexible dates page's address to a question. Pure. */
import { MAX_ARRIVALS, MAX_MATRIX_NIGHTS } from '../../../shared/input/max-input.ts';
import type { MatrixQuestion, MatrixView } from '../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { dayNumber, plainDateOf } from '../../../shared/time/plain-date.ts';
import type { SearchOf } from '../../navigation/search.ts';
import { formatCount, formatNumber, formatPlainDate } from '../../text/format.ts';

export type MatrixParams = SearchOf<'matrix'>;

const FIRST_NIGHTS = 3;
const MAX_GUESTS = 500;
const MAX_BEDROOMS = 100;
/** The highest price limit, in any currency. Some currencies need millions for a night. */
const MAX_PRICE = 1_000_000_000;
const SEPARATOR = '|';

export const BOUNDS = {
  nights: MAX_MATRIX_NIGHTS,
  guests: MAX_GUESTS,
  bedrooms: MAX_BEDROOMS,
  price: MAX_PRICE,
} as const;

const countOf = (value: number | undefined, max: number): number | null =>
  value === undefined || value < 1 ? null : Math.min(value, max);

/**
 * Reads the question from a page's address. The defaults are the next 30 days and three nights. Values above a limit are reduced ({@link limitsOf}).
 */
export function questionOf(
  connectionId: string,
  applicationId: string,
  params: MatrixParams,
  today: PlainDate,
): MatrixQuestion {
  const { first, last } = daysIn(params, today);
  return {
    connectionId,
    applicationId,
    stays: {
      firstArrival: plainDateOf(first),
      lastArrival: plainDateOf(last),
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

/** The day numbers of the first and the last arrival. `asked` is the last arrival in the page's address. */
function daysIn({ from, until }: MatrixParams, today: PlainDate) {
  const first = dayNumber(from ?? today);
  const asked = until === undefined ? first + 30 - 1 : dayNumber(until);
  return { first, last: Math.min(first + MAX_ARRIVALS - 1, Math.max(first, asked)), asked };
}

/** Writes a sentence for each value in a page's address that exceeds a limit of the matrix. */
export function limitsOf(params: MatrixParams, today: PlainDate): string[] {
  const counts = [
    { asked: params.nights, max: MAX_MATRIX_NIGHTS, what: 'stays of up to', unit: 'night' },
    { asked: params.guests, max: MAX_GUESTS, what: 'up to', unit: 'guest' },
    { asked: params.bedrooms, max: MAX_BEDROOMS, what: 'up to', unit: 'bedroom' },
  ];
  const { last, asked: lastAsked } = daysIn(params, today);
  return [
    ...counts.flatMap(({ asked = 0, max, what, unit }) =>
      asked > max ? [`Flexible dates shows ${what} ${formatCount(max, unit)}, not ${formatNumber(asked)}.`] : [],
    ),
    ...(last < lastAsked
      ? [`Flexible dates shows a year of arrivals, here up to ${formatPlainDate(plainDateOf(last))}.`]
      : []),
  ];
}

/** Reads the view from a page's address. An order by an arrival that is no column is ignored. */
export function viewOf({ sort, maxPrice }: MatrixParams, arrivals: readonly PlainDate[]): MatrixView {
  const by = sort?.replace(/^-/, '');
  const isOrder = by !== undefined && (by === 'name' || by === 'cheapest' || arrivals.includes(by));
  return {
    order: isOrder ? { by, descending: sort?.startsWith('-') ?? false } : null,
    maxPerNight: countOf(maxPrice, MAX_PRICE),
  };
}

/** Returns the order after a click on a heading: ascending, descending, then none. */
export function nextOrder(order: MatrixView['order'], by: string): string | undefined {
  if (order?.by !== by) return by;
  return order.descending ? undefined : `-${by}`;
}

export const placesText = (places: readonly string[]): string | undefined =>
  places.length === 0 ? undefined : places.join(SEPARATOR);

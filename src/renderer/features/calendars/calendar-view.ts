/** The columns of the grid at each zoom, and the order of its rows, as the address names them. Pure. */

import type { GridFilter } from '../../../shared/model/calendars.ts';
import { MAX_GRID_DAYS } from '../../../shared/model/calendars.ts';
import type { FacetChoice } from '../../../shared/model/listing.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { addDays, addMonths, nightsBetween, weekdayOf } from '../../../shared/time/plain-date.ts';

export const ZOOMS = ['2w', '1m', '3m', '12m'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** The zoom levels. A column is a day, or a week with `isWeeks`, and is `width` pixels wide, so that a window shows about the time in `label`. */
export const ZOOM: Readonly<Record<Zoom, { label: string; isWeeks: boolean; width: number }>> = {
  '2w': { label: '2 weeks', isWeeks: false, width: 74 },
  '1m': { label: '1 month', isWeeks: false, width: 42 },
  '3m': { label: '3 months', isWeeks: true, width: 84 },
  '12m': { label: '12 months', isWeeks: true, width: 34 },
};

/** The number of columns in a part of a row. Parts are small, so that scrolling sideways draws few columns. */
export const PART_COLUMNS = 7;
export const ROW_PX = 40;
export const HEAD_PX = 44;
/** The number of days in the grid, which begins on the Monday of last week. */
export const GRID_DAYS = MAX_GRID_DAYS;
const WEEK = 7;

export const firstDayOf = (today: PlainDate): PlainDate => addDays(today, -((weekdayOf(today) + 6) % WEEK) - WEEK);

export const columnsOf = (from: PlainDate, isWeeks: boolean): PlainDate[] =>
  Array.from({ length: isWeeks ? Math.ceil(GRID_DAYS / WEEK) : GRID_DAYS }, (_, at) =>
    addDays(from, at * (isWeeks ? WEEK : 1)),
  );

/** Returns the position of the column that contains a day. */
export const columnAt = (columns: readonly PlainDate[], day: PlainDate): number =>
  columns.findLastIndex((first) => first <= day);

/** The months that begin in the grid. */
export const monthsIn = (from: PlainDate): PlainDate[] => {
  const first = `${from.slice(0, 7)}-01`;
  const months = Array.from({ length: Math.ceil(GRID_DAYS / 28) }, (_, at) => addMonths(first, at));
  return months.filter((month) => from <= month && nightsBetween(from, month) < GRID_DAYS);
};

export const ORDERS = ['name', 'place', '-occupancy', 'occupancy', '-gaps'] as const;
export type Order = (typeof ORDERS)[number];

export const ORDER_LABELS: Readonly<Record<Order, string>> = {
  name: 'By name',
  place: 'By place',
  '-occupancy': 'Fullest first',
  occupancy: 'Emptiest first',
  '-gaps': 'Most gaps first',
};

export const orderOf = (order: Order): GridFilter['order'] => ({
  by: order.replace('-', '') as GridFilter['order']['by'],
  descending: order.startsWith('-'),
});

export const SPANS = ['this', 'next', '3m', '12m'] as const;
export type Span = (typeof SPANS)[number];
export const SPAN_LABELS: Readonly<Record<Span, string>> = {
  this: 'This month',
  next: 'Next month',
  '3m': '3 months',
  '12m': '12 months',
};

/** Returns the days of a span, which begins on the first of a month. */
export function daysOfSpan(span: Span, today: PlainDate): { from: PlainDate; days: number } {
  const month = `${today.slice(0, 7)}-01`;
  const from = span === 'next' ? addMonths(month, 1) : month;
  const months = { this: 1, next: 1, '3m': 3, '12m': 12 }[span];
  return { from, days: nightsBetween(from, addMonths(from, months)) };
}

const LISTS = ['city', 'type', 'listed'];
const MINIMUMS = ['bedrooms', 'guests'];

/** Reads the filters in the page's address; ignores unknown filters. */
export function facetsIn(text: string | undefined): FacetChoice {
  try {
    const entries = Object.entries((JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>);
    return Object.fromEntries(
      entries.filter(
        ([name, value]) =>
          (LISTS.includes(name) && Array.isArray(value) && value.every((one) => typeof one === 'string')) ||
          (MINIMUMS.includes(name) && Number.isSafeInteger(value)),
      ),
    );
  } catch {
    return {};
  }
}

export const facetsText = (facets: FacetChoice): string | undefined =>
  Object.keys(facets).length === 0 ? undefined : JSON.stringify(facets);

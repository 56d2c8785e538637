/** The columns of the grid at each zoom, and the order of its rows, as the address names them. Pure. */

import type { GridFilter } from '../../../shared/model/calendars.ts';
import { MAX_GRID_DAYS } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { addDays, weekdayOf } from '../../../shared/time/plain-date.ts';

export const ZOOMS = ['2w', '1m', '3m', '12m'] as const;
export type Zoom = (typeof ZOOMS)[number];

/** A column is a day or a week; `width` in pixels lets about the named time fit into a window. */
export const ZOOM: Readonly<Record<Zoom, { label: string; isWeeks: boolean; width: number }>> = {
  '2w': { label: '2 weeks', isWeeks: false, width: 74 },
  '1m': { label: '1 month', isWeeks: false, width: 42 },
  '3m': { label: '3 months', isWeeks: true, width: 84 },
  '12m': { label: '12 months', isWeeks: true, width: 34 },
};

export const ROW_PX = 40;
export const HEAD_PX = 44;
/** The days of the grid: from the Monday of last week on. */
export const GRID_DAYS = MAX_GRID_DAYS;
const WEEK = 7;

export const firstDayOf = (today: PlainDate): PlainDate => addDays(today, -((weekdayOf(today) + 6) % WEEK) - WEEK);

export const columnsOf = (from: PlainDate, isWeeks: boolean): PlainDate[] =>
  Array.from({ length: isWeeks ? Math.ceil(GRID_DAYS / WEEK) : GRID_DAYS }, (_, at) =>
    addDays(from, at * (isWeeks ? WEEK : 1)),
  );

/** The position of the column that contains a day. */
export const columnAt = (columns: readonly PlainDate[], day: PlainDate): number =>
  columns.findLastIndex((first) => first <= day);

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

/** Reads the days of a listing's calendar (service.md §6.6); unknown fields are ignored. */
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';
import {
  findRecords,
  firstCurrency,
  firstDay,
  firstNumber,
  firstNumberIn,
  firstText,
  isObject,
  MAX_LIST_DEPTH,
  PRICES,
  readPath,
} from './read-json.ts';

/**
 * A day of a calendar; a field that the service did not send is `null`. `closedToArrival`, `closedToDeparture`: no check-in or check-out on this day.
 * `allotment`: the units left. `blocks`: the letters of the night's blocks, sorted. Names of guests are never read.
 */
export interface CalendarDay {
  readonly date: string | null;
  readonly status: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
  readonly maxNights: number | null;
  readonly closedToArrival: boolean | null;
  readonly closedToDeparture: boolean | null;
  readonly allotment: number | null;
  readonly blocks: readonly string[];
  readonly reservationId: string | null;
}

export function readCalendarDay(day: Json): CalendarDay {
  return {
    date: firstDay(day, 'date', 'day', 'calendarDate'),
    status:
      firstText(day, 'status', 'state') ??
      availability(firstFlag(day, 'available', 'isAvailable', 'availability')) ??
      firstText(day, 'availability'),
    price: firstNumberIn(PRICES, day, 'price', 'basePrice', 'price.amount', 'rate', 'nightlyRate'),
    currency: firstCurrency(day, 'currency', 'price.currency', 'prices.currency'),
    minNights: firstNumber(day, 'minNights', 'minimumNights', 'minStay', 'minNight'),
    maxNights: firstNumber(day, 'maxNights', 'maximumNights', 'maxStay'),
    closedToArrival: firstFlag(day, 'cta', 'closedToArrival'),
    closedToDeparture: firstFlag(day, 'ctd', 'closedToDeparture'),
    allotment: firstNumber(day, 'allotment'),
    blocks: blocksOf(readPath(day, 'blocks')),
    reservationId: firstText(day, 'reservationId', 'reservation._id', 'blockRefs.0.reservationId'),
  };
}

/** The letters of blocks that service.md §6.6 explains; others are ignored. */
const BLOCKS = ['a', 'abl', 'an', 'b', 'bd', 'bw', 'ic', 'm', 'o', 'pt', 'r', 'sr'];

/** Reads the letters of a night's blocks from a map of flags, `{b: true}`, or from a list, `["b"]`. */
function blocksOf(blocks: Json | undefined): readonly string[] {
  if (Array.isArray(blocks)) return BLOCKS.filter((letter) => blocks.includes(letter));
  return isObject(blocks) ? BLOCKS.filter((letter) => FLAGS.get(blocks[letter]) === true) : [];
}

const availability = (free: boolean | null): string | null =>
  free === null ? null : free ? 'available' : 'unavailable';

const FLAGS = new Map<Json | undefined, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
]);

function firstFlag(day: Json, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const value = readPath(day, name);
    const flag = FLAGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
    if (flag !== undefined) return flag;
  }
  return null;
}

/**
 * Finds the day records in an answer: in its list, in its only record, or in an object whose keys are days. Else returns its list, `null` without.
 */
export function calendarDays({
  body,
  records,
}: {
  readonly body: Json;
  readonly records: Json[] | null;
}): Json[] | null {
  if (records?.some(hasDate)) return records;
  const [only, another] = records ?? [];
  const inner = only !== undefined && another === undefined ? (findRecords(only)?.records ?? []) : [];
  if (inner.some(hasDate)) return inner;
  const [table, otherTable] = tablesOfDays(body, MAX_LIST_DEPTH);
  return table && !otherTable ? table : records;
}

const hasDate = (record: Json): boolean => isPlainDate(readCalendarDay(record).date ?? '');

/** Returns each object whose keys are days, as a list of day records with a `date`. */
function tablesOfDays(value: Json, depth: number): Json[][] {
  if (!isObject(value) || depth === 0) return [];
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key]) => isPlainDate(key)))
    return [entries.flatMap(([date, day]) => (isObject(day) ? [{ ...day, date }] : []))];
  return entries.flatMap(([, field]) => tablesOfDays(field, depth - 1));
}

/** Reads one day of a listing's calendar (domain.md, "Search": calendar); unknown fields are ignored. */
import type { Json } from '../../shared/model/primitives.ts';
import { firstNumber, firstText, readPath } from './read-json.ts';

/** A field is `null` when the service does not send it. `closedToArrival` and `closedToDeparture`: no check-in, or no check-out, on that day. */
export interface CalendarDay {
  readonly date: string | null;
  readonly status: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly minNights: number | null;
  readonly maxNights: number | null;
  readonly closedToArrival: boolean | null;
  readonly closedToDeparture: boolean | null;
}

/** Reads the fields of a day by their known names. */
export function readCalendarDay(day: Json): CalendarDay {
  return {
    date: firstText(day, 'date', 'day', 'calendarDate')?.slice(0, 10) ?? null,
    status:
      firstText(day, 'status', 'state', 'availability') ?? availability(firstFlag(day, 'available', 'isAvailable')),
    price: firstNumber(day, 'price', 'basePrice', 'price.amount', 'rate', 'nightlyRate'),
    currency: firstText(day, 'currency', 'price.currency', 'prices.currency'),
    minNights: firstNumber(day, 'minNights', 'minimumNights', 'minStay', 'minNight'),
    maxNights: firstNumber(day, 'maxNights', 'maximumNights', 'maxStay'),
    closedToArrival: firstFlag(day, 'cta', 'closedToArrival'),
    closedToDeparture: firstFlag(day, 'ctd', 'closedToDeparture'),
  };
}

const availability = (free: boolean | null): string | null =>
  free === null ? null : free ? 'available' : 'unavailable';

function firstFlag(day: Json, ...names: readonly string[]): boolean | null {
  for (const name of names) {
    const value = readPath(day, name);
    if (typeof value === 'boolean') return value;
  }
  return null;
}

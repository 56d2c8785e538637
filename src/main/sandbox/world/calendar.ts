/** Calendars: price, rules and status of a night, computed from the listing and the date. */
import { daysInMonth } from '../../../shared/model/primitives.ts';
import type { Outline } from './outline.ts';
import { hash } from './seeded-random.ts';

/** The status of a night in a calendar (service.md §6.6). */
export type NightStatus = 'available' | 'unavailable' | 'reserved' | 'booked';

export interface Night {
  /** The day as a day number of shared/model/primitives. */
  readonly day: number;
  readonly status: NightStatus;
  readonly price: number;
  readonly minNights: number;
  /** Closed to arrival (`cta`) and closed to departure (`ctd`). */
  readonly cta: boolean;
  readonly ctd: boolean;
}

/** Stays are invented in periods (blocks) of this many days. No stay crosses the edge of a block, so one block decides the status of a night. */
const BLOCK_DAYS = 12;
const SEASON = [0.82, 0.84, 0.94, 1.04, 1.1, 1.2, 1.32, 1.3, 1.12, 1.02, 0.88, 1.08] as const;
const SUNDAY = 0;
const FRIDAY = 5;
const SATURDAY = 6;

/** The weekday of a day number, 0 for Sunday: day 0 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the status of a night before any reservation in this sandbox. */
export function seededStatus(listing: Outline, day: number): 'available' | 'booked' | 'unavailable' {
  const shifted = day + (hash(listing.index, 21) % BLOCK_DAYS);
  const block = Math.floor(shifted / BLOCK_DAYS);
  const dayInBlock = shifted - block * BLOCK_DAYS;
  const bits = hash(listing.index, block, 22);
  const chance = (part: number) => ((bits >>> (part * 8)) & 0xff) / 256;
  const first = bits & 3;
  if (chance(1) < listing.demand && dayInBlock >= first && dayInBlock < first + 2 + ((bits >>> 2) & 3)) return 'booked';
  const second = 6 + ((bits >>> 4) & 1);
  if (chance(2) < listing.demand * 0.8 && dayInBlock >= second && dayInBlock < second + 2 + ((bits >>> 5) & 1))
    return 'booked';
  return chance(3) < 0.05 && dayInBlock >= 10 ? 'unavailable' : 'available';
}

export function nightOf(listing: Outline, day: number, status: NightStatus = seededStatus(listing, day)): Night {
  const weekday = weekdayOf(day);
  const weekend = weekday === FRIDAY || weekday === SATURDAY;
  const season = seasonOf(listing, day);
  const weekFactor = 0.95 + (hash(listing.index, Math.floor((day + 3) / 7), 23) % 11) / 100;
  const { step } = listing.city.currency;
  const exact = listing.basePrice * season * (weekend ? 1.18 : weekday === SUNDAY ? 0.94 : 1) * weekFactor;
  return {
    day,
    status,
    price: Math.max(1, Math.round(exact / step)) * step,
    minNights: weekend && season > 1.15 ? Math.max(2, listing.minNights) : listing.minNights,
    cta: weekday === listing.noArrival,
    ctd: weekday === listing.noDeparture,
  };
}

/** The price factor of the season, interpolated between two months. Seasons are shifted by half a year in the southern hemisphere. */
function seasonOf(listing: Outline, day: number): number {
  const date = new Date(day * 86_400_000);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const share = (dayOfMonth - 1) / daysInMonth(year, month + 1);
  const shift = listing.city.southern ? 6 : 0;
  const from = SEASON[(month + shift) % 12] ?? 1;
  const to = SEASON[(month + shift + 1) % 12] ?? 1;
  return from + (to - from) * share;
}

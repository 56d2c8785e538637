/** An answer that is stored for later questions: the calendar of a listing, or the listings that a search found for one stay. */
import type { Json } from '../../../shared/model/primitives.ts';
import type { Night } from '../../../shared/stay/stay-offers.ts';
import { readCalendarDay } from '../../api/read-calendar.ts';
import { readSearchItem, sumOfNightlyRates } from '../../api/read-search.ts';

/** The calendar of a listing. `nights`: an entry for each day from `firstDay` on; `null` for a day that the answer lacks. */
export interface CalendarAnswer {
  readonly kind: 'calendar';
  readonly listingId: string;
  readonly title: string;
  readonly firstDay: number;
  readonly nights: readonly (Night | null)[];
}

/** A listing in a search's answer. `total`: the sum of its nightly prices, `null` when the search does not price each night. */
export interface FoundOffer {
  readonly listingId: string;
  readonly title: string;
  readonly total: number | null;
  readonly currency: string | null;
}

/** All listings that a search found for one stay; `guests` is `null` for any number. */
export interface SearchAnswer {
  readonly kind: 'search';
  readonly checkIn: number;
  readonly nights: number;
  readonly guests: number | null;
  readonly offers: readonly FoundOffer[];
}

export type KeptAnswer = CalendarAnswer | SearchAnswer;

/** Words of services for a night that is free, and for one that is not (service.md §6.6); any other word leaves it unknown. */
const FREE = new Set(['available', 'free', 'open', 'vacant', 'bookable']);
const TAKEN = new Set(['unavailable', 'reserved', 'booked', 'blocked', 'occupied', 'closed', 'busy', 'sold']);
/** The largest credible number of nights in a rule. */
const MAX_NIGHTS = 3_650;

/** The night that a record of a calendar describes, and its date; `null` for a record without a readable date. */
export function readNight(record: Json): { readonly date: string; readonly night: Night } | null {
  const day = readCalendarDay(record);
  if (day.date === null) return null;
  const status = day.status?.toLowerCase() ?? '';
  const night = {
    isFree: FREE.has(status) ? true : TAKEN.has(status) ? false : null,
    price: day.price,
    currency: day.currency,
    minNights: nightsOf(day.minNights, Math.ceil),
    maxNights: nightsOf(day.maxNights, Math.floor),
    noCheckIn: day.closedToArrival,
    noCheckOut: day.closedToDeparture,
  };
  return { date: day.date, night };
}

/** The listing in a search's record; `null` when the record has no id. */
export function readOffer(record: Json, stay: { checkIn: string; checkOut: string }): FoundOffer | null {
  const { listingId, title } = readSearchItem(record, stay);
  if (listingId === null) return null;
  // A base price times nights, or a total of other parts, is not the sum of the nights.
  const priced = sumOfNightlyRates(record, stay);
  return {
    listingId,
    title,
    total: priced?.amount ?? null,
    currency: priced?.currency ?? null,
  };
}

/** A rule of at least one night; null for 0, which services write for no rule. */
const nightsOf = (count: number | null, round: (value: number) => number): number | null =>
  count === null || count < 1 ? null : Math.min(MAX_NIGHTS, round(count));

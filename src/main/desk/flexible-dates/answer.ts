/** A kept answer: the calendar of a listing, or the listings that a search found for one stay. */
import type { Json } from '../../../shared/model/primitives.ts';
import type { Night, NightUse } from '../../../shared/stay/stay-offers.ts';
import { readCalendarDay } from '../../api/read-calendar.ts';
import { NIGHTS, readSearchItem, sumOfNightlyRates } from '../../api/read-search.ts';

/** The calendar of a listing. `nights` has an entry for each day from the day number `firstDay` on; `null` for a day that the answer lacks. */
export interface CalendarAnswer {
  readonly kind: 'calendar';
  readonly listingId: string;
  readonly title: string;
  readonly firstDay: number;
  readonly nights: readonly (Night | null)[];
}

/** A listing in a search's answer. `total` is the sum of the nightly prices, or `null` when a night has no price. */
export interface FoundOffer {
  readonly listingId: string;
  readonly title: string;
  readonly total: number | null;
  readonly currency: string | null;
}

/** All listings that a search found for one stay. `checkIn` is a day number; `guests` is `null` for any number. */
export interface SearchAnswer {
  readonly kind: 'search';
  readonly checkIn: number;
  readonly nights: number;
  readonly guests: number | null;
  readonly offers: readonly FoundOffer[];
}

export type KeptAnswer = CalendarAnswer | SearchAnswer;

/** Words that services use for a free night and for a taken night (service.md §6.6). With any other word, it is unknown whether the night is free. */
const FREE = new Set(['available', 'free', 'open', 'vacant', 'bookable']);
const TAKEN = new Set(['unavailable', 'reserved', 'booked', 'blocked', 'occupied', 'closed', 'busy', 'sold']);
/** Words for a night that a guest has booked. */
const BOOKED = new Set(['booked', 'occupied', 'sold']);

/** Reads a record of a calendar; `null` for a record without a readable date. */
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
    use: { status: useOf(status), blocks: day.blocks, allotment: day.allotment, reservationId: day.reservationId },
  };
  return { date: day.date, night };
}

function useOf(status: string): NightUse['status'] {
  if (FREE.has(status)) return 'free';
  if (BOOKED.has(status)) return 'booked';
  if (status === 'reserved') return 'reserved';
  return TAKEN.has(status) ? 'blocked' : null;
}

/** Reads a record of a search; `null` for a record without a listing id. */
export function readOffer(record: Json, stay: { checkIn: string; checkOut: string }): FoundOffer | null {
  const { listingId, title } = readSearchItem(record, stay);
  if (listingId === null) return null;
  // Only a sum of nightly rates counts, not a base price times nights or a total that contains other amounts.
  const priced = sumOfNightlyRates(record, stay);
  return { listingId, title, total: priced?.amount ?? null, currency: priced?.currency ?? null };
}

/** Reads a minimum or maximum number of nights; `null` for 0, which services send when there is no such rule. */
const nightsOf = (count: number | null, round: (value: number) => number): number | null =>
  count === null || count < 1 ? null : Math.min(NIGHTS.max, round(count));

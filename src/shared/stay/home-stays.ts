/**
 * Derives from a listing's calendar and the app's own bookings who comes and goes, which gaps stay free, and how full a month is (service.md §6.6).
 * Days are day numbers, without a time zone. The status of a night decides; a listing with several units shows no stays but our own.
 */
import { hasSeveralUnits, type Night, StayOffers } from './stay-offers.ts';

/** A booking that was made in this app. */
export interface OwnBooking {
  readonly quoteId: string;
  readonly reservationId: string | null;
  readonly checkIn: number;
  readonly checkOut: number;
  readonly state: 'booked' | 'reserved';
}

/**
 * Nights that belong to one stay, as far as is known. `checkIn` and `checkOut` are null when the calendar does not reach that far. `isOneStay` is false
 * when nothing tells the stays in these nights apart: they may be several. `own` is our booking of it. `isDoubted`: the calendar shows our booking's
 * nights as free.
 */
export interface HomeStay {
  readonly first: number;
  readonly last: number;
  readonly checkIn: number | null;
  readonly checkOut: number | null;
  readonly state: 'booked' | 'reserved';
  readonly isOneStay: boolean;
  readonly own: OwnBooking | null;
  readonly isDoubted: boolean;
}

/**
 * The change of a day. `turnover`: one stay ends and another begins. `possible`: guests stay in the night before and in the night after, and nothing
 * tells whether they are the same.
 */
export type ChangeKind = 'arrival' | 'departure' | 'turnover' | 'possible';

export interface HomeChange {
  readonly day: number;
  readonly kind: ChangeKind;
  readonly leaving: HomeStay | null;
  readonly arriving: HomeStay | null;
}

/** Free nights between two nights that are not free. `isSellable`: some stay within them is possible by the rules of the calendar. */
export interface HomeGap {
  readonly first: number;
  readonly nights: number;
  readonly isSellable: boolean;
}

/** The calendar of one listing from the day `first` on; an entry is null for a day that was not read. */
export interface HomeCalendar {
  readonly first: number;
  readonly nights: readonly (Night | null)[];
}

const NOTHING_TELLS = { booked: 'no reservation, booked', reserved: 'no reservation, reserved' } as const;

/** The stays, in the order of their days. */
export function staysOf({ first, nights }: HomeCalendar, own: readonly OwnBooking[]): HomeStay[] {
  const isOfUnits = hasSeveralUnits(nights);
  const nightAt = (day: number): Night | null => (isOfUnits ? null : (nights[day - first] ?? null));
  const ownAt = (day: number) => own.find(({ checkIn, checkOut }) => checkIn <= day && day < checkOut) ?? null;
  const isKnown = (day: number): boolean => nightAt(day) !== null || ownAt(day) !== null;
  const begin = Math.min(first, ...own.map(({ checkIn }) => checkIn));
  const end = Math.max(first + nights.length, ...own.map(({ checkOut }) => checkOut));
  const stays: HomeStay[] = [];
  let before: string | null = null;
  for (let day = begin; day < end; day += 1) {
    const night = nightAt(day);
    const mine = ownAt(day);
    const state = mine?.state ?? guestStateOf(night);
    const reservation = mine === null ? night?.use?.reservationId : (mine.reservationId ?? mine.quoteId);
    const key = state && (reservation ?? NOTHING_TELLS[state]);
    const isDoubted = mine !== null && night?.use?.status === 'free';
    const last = stays.at(-1);
    if (state !== null) {
      const checkOut = isKnown(day + 1) || mine?.checkOut === day + 1 ? day + 1 : null;
      if (last && key === before)
        stays[stays.length - 1] = { ...last, last: day, checkOut, isDoubted: last.isDoubted && isDoubted };
      else {
        const checkIn = isKnown(day - 1) || mine?.checkIn === day ? day : null;
        const isOneStay = mine !== null || key !== NOTHING_TELLS[state];
        stays.push({ first: day, last: day, checkIn, checkOut, state, isOneStay, own: mine, isDoubted });
      }
    }
    before = key;
  }
  return stays;
}

/** The state of the stay of a night; null for a night without a guest, or of which nothing is known. */
function guestStateOf(night: Night | null): HomeStay['state'] | null {
  const status = night?.use?.status;
  return status === 'booked' || status === 'reserved' ? status : null;
}

/** The changes of the days from `from` to `until`, both included, in the order of the days. */
export function changesOf(stays: readonly HomeStay[], from: number, until: number): HomeChange[] {
  const changes: HomeChange[] = [];
  const add = (change: HomeChange) => from <= change.day && change.day <= until && changes.push(change);
  stays.forEach((stay, at) => {
    const next = stays[at + 1] ?? null;
    const before = stays[at - 1] ?? null;
    const follows = before !== null && before.last + 1 === stay.first;
    if (!follows && stay.checkIn !== null) add({ day: stay.first, kind: 'arrival', leaving: null, arriving: stay });
    if (!stay.isOneStay)
      for (let day = Math.max(from, stay.first + 1); day <= Math.min(until, stay.last); day += 1)
        add({ day, kind: 'possible', leaving: stay, arriving: stay });
    const isFollowed = next !== null && next.first === stay.last + 1;
    if (isFollowed) {
      const kind = stay.isOneStay || next.isOneStay ? 'turnover' : 'possible';
      add({ day: next.first, kind, leaving: stay, arriving: next });
    } else if (stay.checkOut !== null) add({ day: stay.last + 1, kind: 'departure', leaving: stay, arriving: null });
  });
  return changes.sort((one, other) => one.day - other.day);
}

/** Free nights in a longer row are no gap, but an ordinary vacancy. */
export const MAX_GAP_NIGHTS = 14;

/** The gaps of at most `maxNights` free nights whose first night is `from` or later. */
export function gapsOf({ first, nights }: HomeCalendar, from: number, maxNights: number): HomeGap[] {
  if (hasSeveralUnits(nights)) return [];
  const gaps: HomeGap[] = [];
  const offers = new StayOffers(first, nights);
  const isTaken = (at: number): boolean => nights[at]?.isFree === false;
  for (let at = 1; at < nights.length; at += 1) {
    if (!isTaken(at - 1) || nights[at]?.isFree !== true) continue;
    let end = at;
    while (nights[end]?.isFree === true) end += 1;
    const length = end - at;
    if (isTaken(end) && length <= maxNights && first + at >= from)
      gaps.push({ first: first + at, nights: length, isSellable: hasFreeStay(offers, first + at, length) });
    at = end;
  }
  return gaps;
}

function hasFreeStay(offers: StayOffers, first: number, length: number): boolean {
  for (let from = first; from < first + length; from += 1)
    for (let count = 1; from + count <= first + length; count += 1)
      if (offers.offer(from, count).state === 'free') return true;
  return false;
}

/**
 * How full some days are. `sold` nights have a guest, `blocked` ones none, `free` ones can be sold; nights that were not read count nowhere. `price`
 * is the average price of the free nights with a price in `currency`, the most frequent one; null without any.
 */
export interface Occupancy {
  readonly sold: number;
  readonly blocked: number;
  readonly free: number;
  readonly price: number | null;
  readonly currency: string | null;
}

/** The occupancy of the days from `from` to `until`, both included; null for a listing with several units, whose nights are sold in part. */
export function occupancyOf(calendar: HomeCalendar, own: readonly OwnBooking[], from: number, until: number) {
  const { first, nights } = calendar;
  if (hasSeveralUnits(nights)) return null;
  const taken = new Set<number>();
  for (const { first: begin, last, isDoubted } of staysOf(calendar, own))
    if (!isDoubted) for (let day = Math.max(begin, from); day <= Math.min(last, until); day += 1) taken.add(day);
  const sums = new Map<string | null, { count: number; sum: number }>();
  const counts = { sold: 0, blocked: 0, free: 0 };
  for (let day = Math.max(from, first); day <= Math.min(until, first + nights.length - 1); day += 1) {
    const night = nights[day - first] ?? null;
    if (taken.has(day)) counts.sold += 1;
    else if (night?.isFree === false) counts.blocked += 1;
    else if (night?.isFree === true) {
      counts.free += 1;
      if (night.price === null) continue;
      const known = sums.get(night.currency) ?? { count: 0, sum: 0 };
      sums.set(night.currency, { count: known.count + 1, sum: known.sum + night.price });
    }
  }
  const [most] = [...sums].sort(([, one], [, other]) => other.count - one.count);
  const price = most ? most[1].sum / most[1].count : null;
  return { ...counts, price, currency: most?.[0] ?? null } satisfies Occupancy;
}

/**
 * Derives arrivals, departures, gaps and occupancy from a listing's calendar and the app's own bookings (service.md §6.6). Days are day numbers,
 * without a time zone. The status of a night decides. A listing with several units shows our own stays only.
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

/** A contradiction between the calendar and our booking: the calendar shows nights of it as free, or names another reservation. */
export type StayDoubt = 'free' | 'otherGuest';

/**
 * A stay: nights that belong together, as far as is known. `checkIn`, `checkOut`: null when the calendar does not reach that far. `isOneStay`: false
 * when the nights may belong to several stays. `own`: our booking of the stay. `isOfUnits`: the listing has several units, so other stays may take
 * the same days.
 */
export interface HomeStay {
  readonly first: number;
  readonly last: number;
  readonly checkIn: number | null;
  readonly checkOut: number | null;
  readonly state: 'booked' | 'reserved';
  readonly isOneStay: boolean;
  readonly own: OwnBooking | null;
  readonly doubt: StayDoubt | null;
  readonly isOfUnits: boolean;
}

/**
 * The change of a day. `turnover`: one stay ends and another begins. `possible`: the nights before and after have guests, and the calendar does not
 * tell whether they are the same.
 */
export type ChangeKind = 'arrival' | 'departure' | 'turnover' | 'possible';

export interface HomeChange {
  readonly day: number;
  readonly kind: ChangeKind;
  readonly leaving: HomeStay | null;
  readonly arriving: HomeStay | null;
}

/** A gap: free nights between two nights that are not free. `isSellable`: the rules of the calendar allow some stay within the gap. */
export interface HomeGap {
  readonly first: number;
  readonly nights: number;
  readonly isSellable: boolean;
}

/** The calendar of one listing from the day `first` on. An entry is null for a day that was not read. */
export interface HomeCalendar {
  readonly first: number;
  readonly nights: readonly (Night | null)[];
  /** Whether the listing has several units. Set only when its other days are known too, because they may show it. */
  readonly isOfUnits?: boolean;
}

/** Whether the listing has several units, as far as its calendar shows. */
export const isOfSeveral = ({ nights, isOfUnits }: HomeCalendar): boolean => isOfUnits ?? hasSeveralUnits(nights);

const NOTHING_TELLS = { booked: 'no reservation, booked', reserved: 'no reservation, reserved' } as const;

/** Finds the stays, ordered by their first days: each of our bookings, and the other stays that the calendar shows. */
export function staysOf(calendar: HomeCalendar, own: readonly OwnBooking[]): HomeStay[] {
  const { first, nights } = calendar;
  const isOfUnits = isOfSeveral(calendar);
  const nightAt = (day: number): Night | null => (isOfUnits ? null : (nights[day - first] ?? null));
  const replaced = own.filter((booking) => isReplaced(booking, nightAt));
  const ours = own
    .filter((booking) => !replaced.includes(booking))
    .map((booking) => ({ ...ownStay(booking, nightAt), isOfUnits }));
  const taken = new Set(ours.flatMap(daysIn));
  const isKnown = (day: number): boolean => nightAt(day) !== null || taken.has(day);
  const others: HomeStay[] = [];
  let before: string | null = null;
  for (let day = first; day < first + nights.length; day += 1) {
    const night = taken.has(day) ? null : nightAt(day);
    const state = guestStateOf(night);
    const key: string | null = state && (night?.use?.reservationId ?? NOTHING_TELLS[state]);
    const last = others.at(-1);
    if (state !== null) {
      const checkOut = isKnown(day + 1) ? day + 1 : null;
      const mine = replaced.find((booking) => covers(booking, day)) ?? null;
      if (last && key === before) {
        const booking = last.own ?? mine;
        others[others.length - 1] = { ...last, last: day, checkOut, own: booking, doubt: booking && 'otherGuest' };
      } else
        others.push({
          ...{ first: day, last: day, checkIn: isKnown(day - 1) ? day : null, checkOut, state, isOfUnits, own: mine },
          ...{ isOneStay: key !== NOTHING_TELLS[state], doubt: mine && 'otherGuest' },
        });
    }
    before = key;
  }
  return [...ours, ...others].sort((one, other) => one.first - other.first);
}

/** The stay of our booking on its own days, and on those beside them that the calendar gives to the same reservation. */
function ownStay(booking: OwnBooking, nightAt: (day: number) => Night | null): Omit<HomeStay, 'isOfUnits'> {
  const isSame = (day: number): boolean =>
    booking.reservationId !== null && nightAt(day)?.use?.reservationId === booking.reservationId;
  let [checkIn, checkOut] = [booking.checkIn, booking.checkOut];
  while (isSame(checkIn - 1)) checkIn -= 1;
  while (isSame(checkOut)) checkOut += 1;
  const nights = daysIn({ first: checkIn, last: checkOut - 1 }).map(nightAt);
  const states = nights.map(guestStateOf);
  const state = states.find((known) => known === 'booked') ?? states.find((known) => known !== null) ?? booking.state;
  const doubt = nights.some((night) => isOfOther(night, booking))
    ? 'otherGuest'
    : nights.some((night) => night?.use?.status === 'free')
      ? 'free'
      : null;
  return { first: checkIn, last: checkOut - 1, checkIn, checkOut, state, isOneStay: true, own: booking, doubt };
}

export const covers = ({ checkIn, checkOut }: OwnBooking, day: number): boolean => checkIn <= day && day < checkOut;

const daysIn = ({ first, last }: Pick<HomeStay, 'first' | 'last'>): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** Whether the calendar gives nights of our booking to another reservation, and none to ours. */
function isReplaced(booking: OwnBooking, nightAt: (day: number) => Night | null): boolean {
  const nights = daysIn({ first: booking.checkIn, last: booking.checkOut - 1 }).map(nightAt);
  const isOurs = nights.some((night) => booking.reservationId && night?.use?.reservationId === booking.reservationId);
  return !isOurs && nights.some((night) => isOfOther(night, booking));
}

/** Whether a night certainly belongs to another reservation than our booking. An id of another form may name the same reservation. */
export function isOfOther(night: Night | null, { reservationId }: OwnBooking): boolean {
  const theirs = night?.use?.reservationId ?? null;
  if (theirs === null || reservationId === null || theirs === reservationId) return false;
  return formOf(theirs) === formOf(reservationId);
}

const formOf = (id: string): string => id.toLowerCase().replaceAll(/[0-9a-f]/g, '0');

/** Returns the state of a night's stay; null for a night without a guest and for an unknown night. */
export function guestStateOf(night: Night | null): HomeStay['state'] | null {
  const status = night?.use?.status;
  return status === 'booked' || status === 'reserved' ? status : null;
}

/** Lists the changes on the days from `from` to `until`, both included, in order. */
export function changesOf(stays: readonly HomeStay[], from: number, until: number): HomeChange[] {
  const changes: HomeChange[] = [];
  const add = (change: HomeChange) => from <= change.day && change.day <= until && changes.push(change);
  const beginning = Map.groupBy(stays, ({ first }) => first);
  const followed = new Set<HomeStay>();
  for (const stay of stays) {
    const day = stay.last + 1;
    // In another unit, the next guests need no turnover.
    const next = stay.isOfUnits ? null : beginning.get(day)?.find((other) => !followed.has(other));
    if (next) {
      followed.add(next);
      const kind = stay.isOneStay || next.isOneStay ? 'turnover' : 'possible';
      add({ day, kind, leaving: stay, arriving: next });
    } else if (stay.checkOut !== null) add({ day, kind: 'departure', leaving: stay, arriving: null });
    if (!stay.isOneStay)
      for (let night = Math.max(from, stay.first + 1); night <= Math.min(until, stay.last); night += 1)
        add({ day: night, kind: 'possible', leaving: stay, arriving: stay });
  }
  for (const stay of stays)
    if (!followed.has(stay) && stay.checkIn !== null)
      add({ day: stay.first, kind: 'arrival', leaving: null, arriving: stay });
  return changes.sort((one, other) => one.day - other.day);
}

/** Lists the days from `from` to `until`, both included, on which a stay goes on: it has guests the night before and the night after. */
export const stayingOf = (stays: readonly HomeStay[], from: number, until: number): { day: number; stay: HomeStay }[] =>
  stays.flatMap((stay) =>
    daysIn({ first: Math.max(from, stay.first + 1), last: Math.min(until, stay.last) }).map((day) => ({ day, stay })),
  );

/** The maximum number of nights in a gap. A longer row of free nights is an ordinary vacancy. */
export const MAX_GAP_NIGHTS = 14;

/** Finds the gaps of at most `maxNights` free nights from the day `from` on, because past nights cannot be sold. */
export function gapsOf(calendar: HomeCalendar, from: number, maxNights: number): HomeGap[] {
  const { first, nights } = calendar;
  if (isOfSeveral(calendar)) return [];
  const gaps: HomeGap[] = [];
  const offers = new StayOffers(first, nights);
  const isTaken = (at: number): boolean => nights[at]?.isFree === false;
  for (let at = 1; at < nights.length; at += 1) {
    if (!isTaken(at - 1) || nights[at]?.isFree !== true) continue;
    let end = at;
    while (nights[end]?.isFree === true) end += 1;
    const begin = Math.max(first + at, from);
    const left = first + end - begin;
    if (isTaken(end) && end - at <= maxNights && left > 0)
      gaps.push({ first: begin, nights: left, isSellable: hasFreeStay(offers, begin, left) });
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
 * The occupancy of some days. `sold` nights have a guest, `blocked` nights have none but are taken, `free` nights can be sold; unread nights are not
 * counted. `price` is the average price of the free nights in `currency`, the most frequent one; null without prices.
 */
export interface Occupancy {
  readonly sold: number;
  readonly blocked: number;
  readonly free: number;
  readonly price: number | null;
  readonly currency: string | null;
}

/** Returns the occupancy from `from` to `until`, both included. Null for a listing with several units, because its nights are sold in part. */
export function occupancyOf(calendar: HomeCalendar, own: readonly OwnBooking[], from: number, until: number) {
  const { first, nights } = calendar;
  if (isOfSeveral(calendar)) return null;
  const sums = new Map<string | null, { count: number; sum: number }>();
  const counts = { sold: 0, blocked: 0, free: 0 };
  for (let day = Math.max(from, first); day <= Math.min(until, first + nights.length - 1); day += 1) {
    const night = nights[day - first] ?? null;
    const isOurs = night?.use?.status !== 'free' && own.some((booking) => covers(booking, day));
    if (isOurs || guestStateOf(night) !== null) counts.sold += 1;
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

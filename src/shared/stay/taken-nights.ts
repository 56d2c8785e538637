/** Finds the nights of a quote that somebody took since it was made, and lays our bookings over a calendar (service.md §6.6). Days are day numbers. */
import { covers, type HomeCalendar, isOfOther, isOfSeveral, type OwnBooking } from './home-stays.ts';
import type { Night } from './stay-offers.ts';

/** The stay of a quote. `madeAt`: when the service last offered it. Instants are in epoch ms on the connection's clock. */
export interface QuotedStay {
  readonly checkIn: number;
  readonly checkOut: number;
  readonly madeAt: number;
}

/** The calendar of the quote's listing. `readAt` is when each night was read; null for a night that was not read. */
export interface DatedCalendar extends HomeCalendar {
  readonly readAt: readonly (number | null)[];
}

/** A booking of this app, with the time at which it was made. */
export interface DatedBooking extends OwnBooking {
  readonly madeAt: number;
}

/**
 * A booking of the quote's listing. `isSameGuest`: the booked quote replaces this quote or is replaced by it, so the booked nights do not count as
 * taken.
 */
export interface OtherBooking extends DatedBooking {
  readonly isSameGuest: boolean;
}

/** A night of a quote that can no longer be sold: `stay`, because somebody booked or requested it; `block`, because it was blocked. */
export interface TakenNight {
  readonly day: number;
  readonly by: 'stay' | 'block';
}

/**
 * Lists the taken nights of a quote in order. A calendar that was read before the quote was made does not count, because the service offered the stay
 * later.
 */
export function takenNights(
  calendar: DatedCalendar,
  { checkIn, checkOut, madeAt }: QuotedStay,
  bookings: readonly OtherBooking[],
): TakenNight[] {
  const isOfUnits = isOfSeveral(calendar);
  const taken: TakenNight[] = [];
  for (let day = checkIn; day < checkOut; day += 1) {
    const night = calendar.nights[day - calendar.first] ?? null;
    const readAt = calendar.readAt[day - calendar.first] ?? null;
    const ofDay = bookings.filter((booking) => covers(booking, day));
    const isOurs = ofDay.some((booking) => booking.isSameGuest && !isOfOther(night, booking));
    const isShown = readAt !== null && readAt > madeAt && night?.isFree === false;
    const isBooked = ofDay.some(
      (booking) => !booking.isSameGuest && booking.madeAt > madeAt && holds(booking, night, readAt),
    );
    if (isOurs) continue;
    // A booking of one unit leaves the others.
    if (isBooked && !isOfUnits) taken.push({ day, by: 'stay' });
    else if (isShown) taken.push({ day, by: night.use?.status === 'blocked' ? 'block' : 'stay' });
  }
  return taken;
}

/** Whether a booking has its night. A calendar that was read after it and shows the night as free contradicts it; the service's word wins. */
const holds = ({ madeAt }: DatedBooking, night: Night | null, readAt: number | null): boolean =>
  !(night?.isFree === true && readAt !== null && readAt > madeAt);

/**
 * Marks the nights of our bookings as taken where an older calendar shows them as free. With several units, the night stays free, because a booking
 * takes only one.
 */
export function withBookings<Calendar extends DatedCalendar>(
  calendar: Calendar,
  bookings: readonly DatedBooking[],
): Calendar {
  if (bookings.length === 0 || isOfSeveral(calendar)) return calendar;
  const { first, readAt } = calendar;
  const nights = calendar.nights.map((night, at) => {
    const isOurs = bookings.some((booking) => covers(booking, first + at) && holds(booking, night, readAt[at] ?? null));
    return night?.isFree === true && isOurs ? { ...night, isFree: false } : night;
  });
  return { ...calendar, nights };
}

/** Finds the nights of a quote that somebody took since it was made, and lays our bookings over a calendar (service.md §6.6). Days are day numbers. */
import { covers, type HomeCalendar, isOfOther, isOfSeveral, type OwnBooking } from './home-stays.ts';
import type { Night } from './stay-offers.ts';

/** The stay of a quote. `madeAt`: when the service last offered it. Instants are in epoch ms on the connection's clock. */
export interface QuotedStay {
  readonly checkIn: number;
  readonly checkOut: number;
  readonly madeAt: number;
}

/** The calendar of the quote's listing; `readAt` says when each night was read, null for a night that was not. */
export interface DatedCalendar extends HomeCalendar {
  readonly readAt: readonly (number | null)[];
}

/** A booking of this app, and when it was made. */
export interface DatedBooking extends OwnBooking {
  readonly madeAt: number;
}

/** A booking for the quote's listing. `isSameGuest`: it came from the quote's own changes, so it takes nothing from the quote. */
export interface OtherBooking extends DatedBooking {
  readonly isSameGuest: boolean;
}

/** A night of a quote that cannot be sold any more: `stay`, because somebody booked or requested it; `block`, because it was blocked. */
export interface TakenNight {
  readonly day: number;
  readonly by: 'stay' | 'block';
}

/** The taken nights of a quote, in order. A calendar from before the quote does not count, because the service offered the stay after it. */
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

/** The calendar with the nights of our bookings taken, which an earlier calendar shows as free. A booking of one of several units leaves the others. */
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

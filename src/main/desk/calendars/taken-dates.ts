/** Finds quotes whose nights somebody took since they were made, and what their guests could have instead. Sends nothing. */
import { AppError } from '../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { FreeStay, InsteadOfTaken, TakenOpen, TakenQuery, TakenQuote } from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { similarHomes } from '../../../shared/stay/near-homes.ts';
import { MAX_SHIFT_DAYS, nearestStay } from '../../../shared/stay/nearest-stay.ts';
import { StayOffers } from '../../../shared/stay/stay-offers.ts';
import { type OtherBooking, takenNights, withBookings } from '../../../shared/stay/taken-nights.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { dayNumber, plainDateOf } from '../../../shared/time/plain-date.ts';
import { timeSlices } from '../../platform/next-turn.ts';
import type { Clock } from '../../platform/ports.ts';
import type { LoadedListing } from '../loaded-listings.ts';
import type { BookableStay } from '../quote-store.ts';
import { bookingOf, type HomeCalendars } from './home-calendars.ts';

export interface TakenDatesDeps {
  readonly homeCalendars: Pick<HomeCalendars, 'nights' | 'version'>;
  readonly listings: (connectionId: string) => readonly LoadedListing[];
  /** The reserved and booked quotes whose stay ends on `day` or later. */
  readonly bookings: (connectionId: string, day: PlainDate) => readonly Quote[];
  /** The quotes that can be booked at `now` (epoch ms), by arrival. */
  readonly bookable: (connectionId: string, now: number) => Promise<readonly BookableStay[]>;
  readonly quoteOf: (connectionId: string, quoteId: string) => Quote | null;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
}

/** The number of days before and after a stay in which alternatives are searched. */
const AROUND_DAYS = 2 * MAX_SHIFT_DAYS;
/** The largest number of similar homes whose calendars are searched. */
const MAX_SIMILAR = 100;

type LinkedStay = Omit<BookableStay, 'expiresAt'> & Partial<Pick<Quote, 'replacedBy'>>;

interface KnownTaken {
  /** A text made from everything that decides which quotes are taken. */
  readonly key: string;
  readonly taken: readonly TakenQuote[];
}

export class TakenDates {
  readonly #deps: TakenDatesDeps;
  /** The taken quotes of each listing of a connection, as {@link open} found them last. */
  readonly #known = new Map<string, ReadonlyMap<string, KnownTaken>>();

  constructor(deps: TakenDatesDeps) {
    this.#deps = deps;
  }

  /** Finds the quotes whose dates are taken. Ignores quotes that are booked, in flight or replaced, and past stays. */
  async taken({ connectionId, quoteIds }: TakenQuery): Promise<TakenQuote[]> {
    const today = this.#today(connectionId);
    const bookings = this.#bookings(connectionId, today);
    const found: TakenQuote[] = [];
    const nextSlice = timeSlices();
    for (const quoteId of new Set(quoteIds)) {
      const quote = this.#deps.quoteOf(connectionId, quoteId);
      if (quote?.outcome === 'open' && quote.replacedBy === null && dayNumber(quote.checkOut) > today)
        found.push(...this.#takenOf(connectionId, quote, bookings.get(quote.listingId) ?? []));
      await nextSlice();
    }
    return found;
  }

  /** Finds the quotes whose dates are taken among all that can be booked, by arrival. Looks again only where a calendar, quote or booking changed. */
  async open(connectionId: string): Promise<TakenQuote[]> {
    const { bookable, clockOf, homeCalendars } = this.#deps;
    const stays = await bookable(connectionId, clockOf(connectionId).now());
    const today = this.#today(connectionId);
    const bookings = this.#bookings(connectionId, today);
    const before = this.#known.get(connectionId);
    const known = new Map<string, KnownTaken>();
    const nextSlice = timeSlices();
    for (const [listingId, of] of Map.groupBy(stays, (stay) => stay.listingId)) {
      const ours = bookings.get(listingId) ?? [];
      // The expiry changes nothing about the nights.
      const asked = of.map(({ expiresAt, ...stay }): LinkedStay => stay);
      const key = JSON.stringify([homeCalendars.version(connectionId, listingId), today, asked, ours.map(bookingOf)]);
      const last = before?.get(listingId);
      const taken = last?.key === key ? last.taken : this.#takenAmong(connectionId, asked, today, ours);
      known.set(listingId, { key, taken });
      await nextSlice();
    }
    this.#known.set(connectionId, known);
    const found = new Map([...known.values()].flatMap(({ taken }) => taken.map((one) => [one.quoteId, one] as const)));
    return stays.flatMap(({ id }) => found.get(id) ?? []);
  }

  forget(connectionId: string): void {
    this.#known.delete(connectionId);
  }

  #takenAmong(connectionId: string, stays: readonly LinkedStay[], today: number, bookings: readonly Quote[]) {
    return stays.flatMap((stay) =>
      dayNumber(stay.checkOut) > today ? this.#takenOf(connectionId, stay, bookings) : [],
    );
  }

  #takenOf(connectionId: string, quote: LinkedStay, bookings: readonly Quote[]): TakenQuote[] {
    const stay = { checkIn: dayNumber(quote.checkIn), checkOut: dayNumber(quote.checkOut), madeAt: quote.createdAt };
    const calendar = this.#deps.homeCalendars.nights(connectionId, quote.listingId, stay.checkIn, stay.checkOut);
    const nights = takenNights(calendar, stay, ofQuote(quote, bookings));
    const [first] = nights;
    if (!first) return [];
    const by = nights.some((night) => night.by === 'stay') ? 'stay' : 'block';
    return [{ quoteId: quote.id, first: plainDateOf(first.day), nights: nights.length, by }];
  }

  /** Counts the quotes that {@link open} finds, and describes the first of them. */
  async firstOpen(connectionId: string): Promise<TakenOpen> {
    const found = await this.open(connectionId);
    return {
      count: found.length,
      first: found.slice(0, MAX_ENTRIES.few).flatMap((taken) => {
        const quote = this.#deps.quoteOf(connectionId, taken.quoteId);
        if (!quote) return [];
        const { listingTitle, listingId, checkIn, checkOut } = quote;
        return [{ ...taken, title: listingTitle ?? listingId, checkIn, checkOut }];
      }),
    };
  }

  /** Finds what a guest can have in place of a quote with taken dates. Throws AppError `notFound`. */
  async instead(connectionId: string, quoteId: string): Promise<InsteadOfTaken> {
    const quote = this.#deps.quoteOf(connectionId, quoteId);
    if (!quote) throw new AppError('notFound', { what: 'This quote' });
    const [checkIn, checkOut] = [dayNumber(quote.checkIn), dayNumber(quote.checkOut)];
    const nights = checkOut - checkIn;
    const homes = this.#deps.listings(connectionId);
    const home = homes.find(({ id }) => id === quote.listingId);
    const today = this.#today(connectionId);
    const bookings = this.#bookings(connectionId, today);
    const offers = (id: string) => this.#offers(connectionId, id, [checkIn, checkOut], bookings.get(id) ?? []);
    const near = nearestStay(offers(quote.listingId), { arrival: checkIn, nights, earliest: today });
    const title = home?.title ?? quote.listingTitle ?? quote.listingId;
    const sameHome = near && freeStay({ id: quote.listingId, title }, near.arrival, near.nights, near.offer);
    if (!home || checkIn < today) return { sameHome, sameDays: null };
    const others = homes.filter(({ id, listed }) => id !== home.id && listed !== false);
    const nextSlice = timeSlices();
    for (const other of similarHomes(home, others, quote.guests ?? 1).slice(0, MAX_SIMILAR)) {
      const offer = offers(other.id).offer(checkIn, nights);
      if (offer.state === 'free') return { sameHome, sameDays: freeStay(other, checkIn, nights, offer) };
      await nextSlice();
    }
    return { sameHome, sameDays: null };
  }

  /** The stays that a listing offers around some days. The nights of bookings that were made in this app count as taken. */
  #offers(
    connectionId: string,
    listingId: string,
    [checkIn, checkOut]: readonly [number, number],
    bookings: readonly Quote[],
  ): StayOffers {
    const [from, until] = [checkIn - AROUND_DAYS, checkOut + AROUND_DAYS];
    const calendar = this.#deps.homeCalendars.nights(connectionId, listingId, from, until);
    const { first, nights } = withBookings(calendar, bookings.map(bookingOf));
    return new StayOffers(first, nights);
  }

  #today(connectionId: string): number {
    return dayNumber(localDayOf(this.#deps.clockOf(connectionId).now()));
  }

  #bookings(connectionId: string, today: number): Map<string, Quote[]> {
    return Map.groupBy(this.#deps.bookings(connectionId, plainDateOf(today)), ({ listingId }) => listingId);
  }
}

const ofQuote = ({ replaces, replacedBy = null }: LinkedStay, bookings: readonly Quote[]): OtherBooking[] =>
  bookings.map((booking) => ({
    ...bookingOf(booking),
    isSameGuest: booking.id === replaces || booking.id === replacedBy,
  }));

const freeStay = (
  { id, title }: Pick<LoadedListing, 'id' | 'title'>,
  arrival: number,
  nights: number,
  { total, currency }: Pick<FreeStay, 'total' | 'currency'>,
): FreeStay => ({
  ...{ listingId: id, title, total, currency },
  ...{ checkIn: plainDateOf(arrival), checkOut: plainDateOf(arrival + nights) },
});

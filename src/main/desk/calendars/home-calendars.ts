/** Answers what the kept calendars of all listings show, together with the bookings that were made in this app. Sends nothing. */
import { applicationOf } from '../../../shared/connection/account.ts';
import {
  type BoardDay,
  type DayLines,
  type DaysBoard,
  type DaysQuery,
  MAX_DAY_LINES,
  type StayFacts,
} from '../../../shared/model/calendars.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { changesOf, type HomeStay, type OwnBooking, staysOf } from '../../../shared/stay/home-stays.ts';
import { hasSeveralUnits } from '../../../shared/stay/stay-offers.ts';
import { dayNumber, plainDateOf } from '../../../shared/time/plain-date.ts';
import { timeSlices } from '../../platform/next-turn.ts';
import type { ConnectionSource } from '../connection-source.ts';
import type { AnswerStore } from '../flexible-dates/answer-store.ts';
import { mergeNights } from '../flexible-dates/row-offers.ts';
import type { LoadedListing } from '../loaded-listings.ts';

export interface HomeCalendarsDeps {
  readonly answers: AnswerStore;
  readonly connections: ConnectionSource;
  readonly listings: (connectionId: string) => readonly LoadedListing[];
  /** The reserved and booked quotes whose stay ends on `day` or later. */
  readonly bookings: (connectionId: string, day: PlainDate) => readonly Quote[];
}

/** The days before and after a question whose nights are read, so that the stays of its days are seen whole. */
const MARGIN_DAYS = 31;

/** The stays of one listing, computed for the calendars of `revision` and these bookings. */
interface KnownHome {
  readonly key: string;
  readonly stays: readonly HomeStay[];
  readonly isOfUnits: boolean;
}

export class HomeCalendars {
  readonly #deps: HomeCalendarsDeps;
  /** By connection, the stays of each listing, so that a calendar that was read changes one listing alone. */
  readonly #homes = new Map<string, Map<string, KnownHome>>();

  constructor(deps: HomeCalendarsDeps) {
    this.#deps = deps;
  }

  /** The changes of guests on some days. Lets other work run. Throws AppError `notFound`. */
  async days({ connectionId, from, days }: DaysQuery): Promise<DaysBoard> {
    const first = dayNumber(from);
    const board = Array.from({ length: days }, (_, at) => emptyDay(plainDateOf(first + at)));
    const homes = this.#listings(connectionId);
    const bookings = this.#bookings(connectionId, plainDateOf(first - 1));
    const nextSlice = timeSlices();
    let severalUnits = 0;
    for (const { id, title, place } of homes) {
      const { stays, isOfUnits } = this.#home(connectionId, id, first, bookings.get(id) ?? []);
      if (isOfUnits) severalUnits += 1;
      for (const { day, kind, leaving, arriving } of changesOf(stays, first, first + days - 1)) {
        const lines = board[day - first]?.[kind];
        if (!lines) continue;
        lines.count += 1;
        if (lines.lines.length >= MAX_DAY_LINES) continue;
        const facts = { leaving: leaving && factsOf(leaving), arriving: arriving && factsOf(arriving) };
        lines.lines.push({ listingId: id, title, place, ...facts });
      }
      await nextSlice();
    }
    return { days: board, severalUnits };
  }

  forget(connectionId: string): void {
    this.#homes.delete(connectionId);
  }

  /** The listings that have a calendar, by title. */
  #listings(connectionId: string): LoadedListing[] {
    const listed = this.#deps.listings(connectionId).filter(({ listed: isListed }) => isListed !== false);
    return listed.sort((one, other) => one.title.localeCompare(other.title));
  }

  /** Our bookings by listing. */
  #bookings(connectionId: string, day: PlainDate): Map<string, OwnBooking[]> {
    return Map.groupBy(
      this.#deps.bookings(connectionId, day).map((quote) => ({ listingId: quote.listingId, ...bookingOf(quote) })),
      ({ listingId }) => listingId,
    );
  }

  #home(connectionId: string, listingId: string, first: number, own: readonly OwnBooking[]): KnownHome {
    const { answers, connections } = this.#deps;
    const homes = this.#homes.get(connectionId) ?? new Map<string, KnownHome>();
    this.#homes.set(connectionId, homes);
    const connection = connections.connection(connectionId);
    const credentialId = connection.applications.length === 0 ? '' : applicationOf(connection, null).id;
    const key = JSON.stringify([credentialId, answers.revisionOf(listingId), first, own]);
    const known = homes.get(listingId);
    if (known?.key === key) return known;
    const days = { first: first - MARGIN_DAYS, last: first + 2 * MARGIN_DAYS };
    const { nights } = mergeNights(answers.calendars(credentialId, listingId, days), days.first, days.last);
    const home = { key, stays: staysOf({ first: days.first, nights }, own), isOfUnits: hasSeveralUnits(nights) };
    homes.set(listingId, home);
    return home;
  }
}

const bookingOf = ({ id, checkIn, checkOut, outcome, reservation }: Quote): OwnBooking => ({
  quoteId: id,
  reservationId: reservation?.id ?? null,
  checkIn: dayNumber(checkIn),
  checkOut: dayNumber(checkOut),
  state: outcome === 'reserved' ? 'reserved' : 'booked',
});

const factsOf = ({ checkIn, checkOut, state, isOneStay, own, isDoubted }: HomeStay): StayFacts => ({
  checkIn: checkIn === null ? null : plainDateOf(checkIn),
  checkOut: checkOut === null ? null : plainDateOf(checkOut),
  state,
  isOneStay,
  quoteId: own?.quoteId ?? null,
  isDoubted,
});

const noLines = (): DayLines => ({ count: 0, lines: [] });

const emptyDay = (date: PlainDate): BoardDay => ({
  date,
  arrival: noLines(),
  departure: noLines(),
  turnover: noLines(),
  possible: noLines(),
});

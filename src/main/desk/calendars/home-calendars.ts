/** Reads days, gaps, months and the grid from the kept calendars of all listings and the bookings made in this app. Sends nothing. */
import { activeApplicationOf } from '../../../shared/connection/account.ts';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import {
  type BoardDay,
  type DayLines,
  type DaysBoard,
  type DaysQuery,
  type GapFilter,
  type GapQuery,
  type GapRow,
  type GapRows,
  type GridFilter,
  type GridQuery,
  type GridRow,
  type GridWindow,
  MAX_DAY_LINES,
  type MonthRow,
  type MonthRows,
  type MonthsQuery,
  type StayFacts,
} from '../../../shared/model/calendars.ts';
import type { ListingsFilter } from '../../../shared/model/listing.ts';
import type { Json, PlainDate } from '../../../shared/model/primitives.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { add, type Decimal, decimalOf, numberOf, ZERO } from '../../../shared/stay/decimal.ts';
import { gapPrice } from '../../../shared/stay/gap-price.ts';
import {
  changesOf,
  gapsOf,
  type HomeStay,
  MAX_GAP_NIGHTS,
  type Occupancy,
  type OwnBooking,
  occupancyOf,
  stayingOf,
  staysOf,
} from '../../../shared/stay/home-stays.ts';
import { packNights, packWeeks } from '../../../shared/stay/packed-cells.ts';
import { hasSeveralUnits } from '../../../shared/stay/stay-offers.ts';
import { type DatedBooking, withBookings } from '../../../shared/stay/taken-nights.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { addMonths, dayNumber, plainDateOf } from '../../../shared/time/plain-date.ts';
import { setNewest } from '../../platform/bounded-map.ts';
import type { TableColumn, TableFile } from '../../platform/csv/table.ts';
import { writeTable } from '../../platform/csv/write-table.ts';
import { timeSlices } from '../../platform/next-turn.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ConnectionSource } from '../connection-source.ts';
import type { AnswerStore, ReadCalendar } from '../flexible-dates/answer-store.ts';
import { type MergedNights, mergeNights } from '../flexible-dates/row-offers.ts';
import type { LoadedListing } from '../loaded-listings.ts';
import { byTitle, compareGaps, compareHomes, DAYS_OF_WEEK, gridNights, weeksOf, withPlaces } from './calendar-grid.ts';

export interface HomeCalendarsDeps {
  readonly answers: AnswerStore;
  readonly connections: ConnectionSource;
  readonly listings: (connectionId: string) => readonly LoadedListing[];
  /** The reserved and booked quotes whose stay ends on `day` or later. */
  readonly bookings: (connectionId: string, day: PlainDate) => readonly Quote[];
  readonly matching: (filter: ListingsFilter) => readonly LoadedListing[];
  /** Receives the listings in view, so that their calendars are read first. */
  readonly onShown: (connectionId: string, listingIds: readonly string[]) => void;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
}

/** The number of days that are also read before and after a range, so that the stays at its ends are complete. */
const MARGIN_DAYS = 31;

/** The maximum number of calendars in memory; a calendar of a year takes about 100 kB. */
const MAX_CALENDARS = 100;

/** The nights of a listing's stored calendar. `isOfUnits`: whether the calendar shows several units on at least one night. */
export interface KeptNights extends MergedNights {
  readonly isOfUnits: boolean;
}

/** The stays of one listing. `key` names the calendars and the bookings from which they were computed. */
interface KnownHome {
  readonly key: string;
  readonly stays: readonly HomeStay[];
  readonly isOfUnits: boolean;
}

/** Facts of a listing's row. `lost`: the days of gaps that cannot be sold. */
interface HomeFacts extends Pick<GridRow, 'occupancy' | 'gaps' | 'unsellable'> {
  readonly lost: ReadonlySet<number>;
}

interface KnownFacts {
  readonly key: string;
  readonly facts: HomeFacts;
}

interface KnownGaps {
  readonly key: string;
  readonly rows: readonly GapRow[];
}

export class HomeCalendars {
  readonly #deps: HomeCalendarsDeps;
  /** The stays of each listing by connection, so that a new calendar changes the stays of one listing only. */
  readonly #homes = new Map<string, Map<string, KnownHome>>();
  readonly #facts = new Map<string, Map<string, KnownFacts>>();
  readonly #gapRows = new Map<string, Map<string, KnownGaps>>();

  /** The calendars that were used last, the newest at the end: scrolling sideways reads the same ones again. */
  readonly #calendars = new Map<string, KeptNights>();

  constructor(deps: HomeCalendarsDeps) {
    this.#deps = deps;
  }

  /** Lists the arrivals, departures, turnovers and staying guests of all listings by day. Lets other work run. Throws AppError `notFound`. */
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
      const last = first + days - 1;
      for (const { day, kind, leaving, arriving } of [
        ...changesOf(stays, first, last),
        ...stayingOf(stays, first, last).map(({ day, stay }) => ({
          ...{ day, kind: 'staying' as const, leaving: stay, arriving: stay },
        })),
      ]) {
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

  /** Reads some rows and columns of the grid of all calendars. Lets other work run while it sorts many rows. Throws AppError `notFound`. */
  async grid({ rows, columns, weeks, ...filter }: GridQuery): Promise<GridWindow> {
    const homes = await this.#arranged(filter);
    const lines = filter.order.by === 'place' ? withPlaces(homes) : homes;
    const first = dayNumber(filter.from);
    const width = weeks ? DAYS_OF_WEEK : 1;
    const from = first + columns.offset * width;
    const until = Math.min(first + filter.days, from + columns.limit * width) - 1;
    const bookings = this.#bookings(filter.connectionId, filter.from);
    const shown = lines.slice(rows.offset, rows.offset + rows.limit);
    this.#deps.onShown(
      filter.connectionId,
      shown.flatMap((line) => ('group' in line ? [] : line.id)),
    );
    return {
      rowCount: lines.length,
      homes: homes.length,
      rows: shown.map((line) => {
        if ('group' in line) return line;
        const { id, title, place } = line;
        const own = bookings.get(id) ?? [];
        const calendar = this.#calendar(filter.connectionId, id, first - MARGIN_DAYS, first + filter.days);
        const known = calendar.readAt.filter((at) => at !== null);
        const { lost, ...facts } = this.#factsOf(filter, id, own);
        const nights = gridNights(calendar, { own, lost }, from, until);
        return {
          ...{ listingId: id, title, place, ...facts },
          readAt: known.length === 0 ? null : Math.min(...known),
          cells: weeks ? packWeeks(weeksOf(nights)) : packNights(nights),
        };
      }),
    };
  }

  /** Writes a row for each listing and month. Throws AppError `storageFailed`. */
  async writeTable(filter: GridFilter, file: TableFile): Promise<WrittenFile> {
    const homes = await this.#arranged(filter);
    const bookings = this.#bookings(filter.connectionId, filter.from);
    const months = monthsOf(filter);
    const first = dayNumber(filter.from);
    const rows = (home: LoadedListing): Json[][] => {
      const own = bookings.get(home.id) ?? [];
      const calendar = this.#calendar(filter.connectionId, home.id, first - MARGIN_DAYS, first + filter.days);
      const allGaps = gapsOf(
        withBookings(calendar, own),
        Math.max(first, this.#today(filter.connectionId)),
        MAX_GAP_NIGHTS,
      );
      return months.map(({ from, until }) => {
        const gaps = allGaps.filter((gap) => from <= gap.first && gap.first <= until);
        const full = occupancyOf(calendar, own, from, until);
        const share = shareSold(full);
        return [
          ...[home.id, home.title, home.place, plainDateOf(from).slice(0, 7)],
          ...[full?.sold ?? null, full?.free ?? null, full?.blocked ?? null],
          ...[share === null ? null : Math.round(share * 1_000) / 10],
          ...[full?.price == null ? null : Math.round(full.price * 100) / 100, full?.currency ?? null],
          ...[gaps.length, gaps.filter(({ isSellable }) => !isSellable).length],
        ];
      });
    };
    function* batches(): Generator<Json[][]> {
      for (const home of homes) yield rows(home);
    }
    return writeTable(file, MONTH_COLUMNS, batches());
  }

  /** Reads some rows of the gaps. Lets other work run. Throws AppError `notFound`. */
  async gaps({ offset, limit, ...filter }: GapQuery): Promise<GapRows> {
    const found = await this.#gaps(filter);
    const values = new Map<string | null, { count: number; sum: Decimal }>();
    for (const { value, currency } of found) {
      if (value === null) continue;
      const { count, sum } = values.get(currency) ?? { count: 0, sum: ZERO };
      values.set(currency, { count: count + 1, sum: add(sum, decimalOf(value)) });
    }
    return {
      total: found.length,
      nights: found.reduce((sum, { nights }) => sum + nights, 0),
      unsellable: found.filter(({ isSellable }) => !isSellable).length,
      unpriced: found.filter(({ value }) => value === null).length,
      values: [...values]
        .sort(([, one], [, other]) => other.count - one.count)
        .map(([currency, { sum }]) => ({ currency, amount: numberOf(sum) }))
        .slice(0, MAX_ENTRIES.few),
      rows: found.slice(offset, offset + limit),
    };
  }

  /** Writes a row for each gap. Throws AppError `storageFailed`. */
  async writeGaps(filter: GapFilter, file: TableFile): Promise<WrittenFile> {
    const found = await this.#gaps(filter);
    const rows = found.map((gap) => [
      ...[gap.listingId, gap.title, gap.place, gap.first, gap.until, gap.nights, gap.minNights],
      ...[gap.isSellable ? 'yes' : 'no', gap.value, gap.currency],
    ]);
    return writeTable(file, GAP_COLUMNS, [rows]);
  }

  /** Reads some rows of occupancy and price by month. Lets other work run. Throws AppError `notFound`. */
  async months({ offset, limit, ...filter }: MonthsQuery): Promise<MonthRows> {
    const homes = await this.#arranged(filter);
    const months = monthsOf(filter);
    const bookings = this.#bookings(filter.connectionId, filter.from);
    const nextSlice = timeSlices();
    const rows: MonthRow[] = [];
    for (const home of homes.slice(offset, offset + limit)) {
      rows.push({
        ...{ listingId: home.id, title: home.title, place: home.place },
        months: this.#monthsOf(filter, home, months, bookings.get(home.id) ?? []).map(
          ({ month, full }) =>
            full && {
              ...{ month, occupancy: shareSold(full), sold: full.sold, free: full.free },
              ...{ price: full.price, currency: full.currency },
            },
        ),
      });
      await nextSlice();
    }
    return { total: homes.length, months: months.map(({ from }) => monthOf(from)), rows };
  }

  async #gaps({ sellable, maxNights, order, ...filter }: GapFilter): Promise<readonly GapRow[]> {
    const { connectionId, search, facets, from } = filter;
    const homes = this.#deps.matching({ connectionId, search, facets }).filter(({ listed }) => listed !== false);
    const today = this.#today(connectionId);
    // The nights before a gap decide whether it is one.
    const bookings = this.#bookings(connectionId, plainDateOf(dayNumber(from) - MARGIN_DAYS));
    const found: GapRow[] = [];
    const nextSlice = timeSlices();
    for (const home of homes) {
      for (const gap of this.#gapsOfHome(filter, home, today, bookings.get(home.id) ?? []))
        if (gap.nights <= maxNights && (sellable === 'all' || gap.isSellable === (sellable === 'yes'))) found.push(gap);
      await nextSlice();
    }
    return found.sort(compareGaps(order));
  }

  /** The gaps of a listing that begin on the days of a filter. */
  #gapsOfHome(
    { connectionId, from, days }: Pick<GapFilter, 'connectionId' | 'from' | 'days'>,
    { id, title, place }: LoadedListing,
    today: number,
    own: readonly DatedBooking[],
  ): readonly GapRow[] {
    const ofConnection = this.#gapRows.get(connectionId) ?? new Map<string, KnownGaps>();
    this.#gapRows.set(connectionId, ofConnection);
    const revision = this.#deps.answers.revisionOf(id);
    const key = JSON.stringify([this.#credentialOf(connectionId), revision, from, days, today, own, title, place]);
    const known = ofConnection.get(id);
    if (known?.key === key) return known.rows;
    const first = dayNumber(from);
    const last = first + days - 1;
    const calendar = withBookings(this.nights(connectionId, id, first - MARGIN_DAYS, last + MARGIN_DAYS), own);
    const rows = gapsOf(calendar, today, MAX_GAP_NIGHTS)
      .filter((gap) => first <= gap.first && gap.first <= last)
      .map((gap) => ({
        ...{ listingId: id, title, place, nights: gap.nights, isSellable: gap.isSellable },
        ...{ first: plainDateOf(gap.first), until: plainDateOf(gap.first + gap.nights) },
        ...gapPrice(calendar, gap),
      }));
    ofConnection.set(id, { key, rows });
    return rows;
  }

  /** The occupancy of a listing in each month; `full` is null for a listing with several units. */
  #monthsOf(
    { connectionId, from, days }: GridFilter,
    { id }: LoadedListing,
    months: ReturnType<typeof monthsOf>,
    own: readonly OwnBooking[],
  ) {
    const first = dayNumber(from);
    const calendar = this.nights(connectionId, id, first - MARGIN_DAYS, first + days);
    return months.map((month) => ({
      month: monthOf(month.from),
      full: occupancyOf(calendar, own, month.from, month.until),
    }));
  }

  forget(connectionId: string): void {
    this.#homes.delete(connectionId);
    this.#facts.delete(connectionId);
    this.#gapRows.delete(connectionId);
  }

  /** The listings of the grid in its order. Orders other than by name or place need the calendar of every listing. */
  async #arranged(filter: GridFilter): Promise<LoadedListing[]> {
    const { connectionId, search, facets, from, order } = filter;
    const homes = this.#deps.matching({ connectionId, search, facets }).filter(({ listed }) => listed !== false);
    if (order.by === 'name' || order.by === 'place') return homes.sort(compareHomes(order, ({ place }) => place));
    const bookings = this.#bookings(connectionId, from);
    const nextSlice = timeSlices();
    const facts = new Map<string, HomeFacts>();
    for (const { id } of homes) {
      facts.set(id, this.#factsOf(filter, id, bookings.get(id) ?? []));
      await nextSlice();
    }
    const { by } = order;
    return homes.sort(compareHomes(order, ({ id }) => facts.get(id)?.[by] ?? null));
  }

  #factsOf({ connectionId, from, days }: GridFilter, id: string, own: readonly DatedBooking[]): HomeFacts {
    const ofConnection = this.#facts.get(connectionId) ?? new Map<string, KnownFacts>();
    this.#facts.set(connectionId, ofConnection);
    const today = this.#today(connectionId);
    const revision = this.#deps.answers.revisionOf(id);
    const key = JSON.stringify([this.#credentialOf(connectionId), revision, from, days, today, own]);
    const known = ofConnection.get(id);
    if (known?.key === key) return known.facts;
    const first = dayNumber(from);
    const calendar = this.#calendar(connectionId, id, first - MARGIN_DAYS, first + days);
    const full = occupancyOf(calendar, own, first, first + days - 1);
    const gaps = gapsOf(withBookings(calendar, own), Math.max(first, today), MAX_GAP_NIGHTS);
    const unsellable = gaps.filter(({ isSellable }) => !isSellable);
    const made = {
      occupancy: shareSold(full),
      gaps: gaps.length,
      unsellable: unsellable.length,
      lost: new Set(unsellable.flatMap((gap) => Array.from({ length: gap.nights }, (_, at) => gap.first + at))),
    };
    ofConnection.set(id, { key, facts: made });
    return made;
  }

  #today(connectionId: string): number {
    return dayNumber(localDayOf(this.#deps.clockOf(connectionId).now()));
  }

  /** The kept nights of a listing from `first` to `last`. They are not cached, so that the calendars of the rows in view stay in memory. */
  nights(connectionId: string, listingId: string, first: number, last: number): KeptNights {
    const { answers } = this.#deps;
    const credentialId = this.#credentialOf(connectionId);
    const known = this.#calendars.get(this.#keyOf(credentialId, listingId, first, last));
    return known ?? keptNights(answers.calendars(credentialId, listingId, { first, last }), first, last);
  }

  /** A text that changes with the kept nights of a listing. */
  version(connectionId: string, listingId: string): string {
    return `${this.#credentialOf(connectionId)} ${this.#deps.answers.revisionOf(listingId)}`;
  }

  /** Does what {@link nights} does, and keeps the nights in memory. */
  #calendar(connectionId: string, listingId: string, first: number, last: number): KeptNights {
    const nights = this.nights(connectionId, listingId, first, last);
    const key = this.#keyOf(this.#credentialOf(connectionId), listingId, first, last);
    setNewest(this.#calendars, key, nights, MAX_CALENDARS);
    return nights;
  }

  #keyOf(credentialId: string, listingId: string, first: number, last: number): string {
    return JSON.stringify([credentialId, listingId, this.#deps.answers.revisionOf(listingId), first, last]);
  }

  /** Returns the credential whose calendars are kept; an empty text without an application. */
  #credentialOf(connectionId: string): string {
    return activeApplicationOf(this.#deps.connections.connection(connectionId))?.id ?? '';
  }

  /** The loaded listings by title, without unlisted ones. */
  #listings(connectionId: string): LoadedListing[] {
    const listed = this.#deps.listings(connectionId).filter(({ listed: isListed }) => isListed !== false);
    return listed.sort((one, other) => byTitle(one, other));
  }

  /** The bookings that were made in this app, by listing. Stays that end before `day` are left out. */
  #bookings(connectionId: string, day: PlainDate): Map<string, DatedBooking[]> {
    return Map.groupBy(
      this.#deps.bookings(connectionId, day).map((quote) => ({ listingId: quote.listingId, ...bookingOf(quote) })),
      ({ listingId }) => listingId,
    );
  }

  #home(connectionId: string, listingId: string, first: number, own: readonly OwnBooking[]): KnownHome {
    const { answers } = this.#deps;
    const homes = this.#homes.get(connectionId) ?? new Map<string, KnownHome>();
    this.#homes.set(connectionId, homes);
    const key = JSON.stringify([this.#credentialOf(connectionId), answers.revisionOf(listingId), first, own]);
    const known = homes.get(listingId);
    if (known?.key === key) return known;
    const calendar = this.#calendar(connectionId, listingId, first - MARGIN_DAYS, first + 2 * MARGIN_DAYS);
    const home = { key, stays: staysOf(calendar, own), isOfUnits: calendar.isOfUnits };
    homes.set(listingId, home);
    return home;
  }
}

/** The share of the sellable nights that are sold; null when no night could be sold. */
const shareSold = (full: Occupancy | null): number | null =>
  full && full.sold + full.free > 0 ? full.sold / (full.sold + full.free) : null;

const keptNights = (calendars: readonly ReadCalendar[], first: number, last: number): KeptNights => ({
  ...mergeNights(calendars, first, last),
  isOfUnits: calendars.some(({ nights }) => hasSeveralUnits(nights)),
});

export const bookingOf = ({ id, checkIn, checkOut, outcome, reservation, createdAt }: Quote): DatedBooking => ({
  quoteId: id,
  reservationId: reservation?.id ?? null,
  checkIn: dayNumber(checkIn),
  checkOut: dayNumber(checkOut),
  state: outcome === 'reserved' ? 'reserved' : 'booked',
  madeAt: reservation?.at ?? createdAt,
});

const factsOf = ({ checkIn, checkOut, state, isOneStay, own, doubt }: HomeStay): StayFacts => ({
  checkIn: checkIn === null ? null : plainDateOf(checkIn),
  checkOut: checkOut === null ? null : plainDateOf(checkOut),
  state,
  isOneStay,
  quoteId: own?.quoteId ?? null,
  doubt,
});

const noLines = (): DayLines => ({ count: 0, lines: [] });

const emptyDay = (date: PlainDate): BoardDay => ({
  date,
  arrival: noLines(),
  departure: noLines(),
  turnover: noLines(),
  possible: noLines(),
  staying: noLines(),
});

const monthOf = (day: number): string => plainDateOf(day).slice(0, 7);

const GAP_COLUMNS: readonly TableColumn[] = [
  { title: 'Id' },
  { title: 'Property' },
  { title: 'Place' },
  { title: 'First night', kind: 'date' },
  { title: 'Departure', kind: 'date' },
  { title: 'Nights', kind: 'number' },
  { title: 'Minimum nights', kind: 'number' },
  { title: 'Can be sold' },
  { title: 'Price of the nights', kind: 'amount' },
  { title: 'Currency' },
];

const MONTH_COLUMNS: readonly TableColumn[] = [
  { title: 'Id' },
  { title: 'Property' },
  { title: 'Place' },
  { title: 'Month' },
  { title: 'Nights sold', kind: 'number' },
  { title: 'Nights free', kind: 'number' },
  { title: 'Nights blocked', kind: 'number' },
  { title: 'Occupancy %', kind: 'number' },
  { title: 'Average price of free nights', kind: 'amount' },
  { title: 'Currency' },
  { title: 'Gaps', kind: 'number' },
  { title: 'Gaps that cannot be sold', kind: 'number' },
];

/** The months that a range touches, cut to the range. Day numbers, both included. */
function monthsOf({ from, days }: GridFilter): { from: number; until: number }[] {
  const end = dayNumber(from) + days - 1;
  const months: { from: number; until: number }[] = [];
  for (let month = `${from.slice(0, 7)}-01`; dayNumber(month) <= end; month = addMonths(month, 1))
    months.push({
      from: Math.max(dayNumber(from), dayNumber(month)),
      until: Math.min(end, dayNumber(addMonths(month, 1)) - 1),
    });
  return months;
}

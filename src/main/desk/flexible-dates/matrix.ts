/** Computes windows and blocks of the matrix, the nights of a listing and the prices of a stay from kept answers. Requests only nights and prices. */
import { invalidInput, throwIssues } from '../../../shared/app-error.ts';
import { applicationOf } from '../../../shared/connection/account.ts';
import type { InputIssue } from '../../../shared/errors.ts';
import { MAX_ARRIVALS, MAX_ENTRIES, MAX_MATRIX_NIGHTS } from '../../../shared/input/max-input.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type {
  CheapestStay,
  MatrixCell,
  MatrixCheapestQuery,
  MatrixChoices,
  MatrixQuestion,
  MatrixRange,
  MatrixRangeQuery,
  MatrixRow,
  MatrixStays,
  MatrixView,
  MatrixWindow,
  MatrixWindowQuery,
  Nights,
  NightsQuery,
  Prices,
  PricesQuery,
} from '../../../shared/model/matrix.ts';
import { dayNumber, nightsBetween, plainDateOf } from '../../../shared/model/primitives.ts';
import { arrivalsOf } from '../../../shared/stay/arrivals.ts';
import { add, type Decimal, decimalOf, numberOf, ZERO } from '../../../shared/stay/decimal.ts';
import { type Night, StayOffers } from '../../../shared/stay/stay-offers.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { Pager } from '../../api/pager.ts';
import { MAX_LARGE_ENTRIES, setNewest } from '../../platform/bounded-map.ts';
import { timeSlices } from '../../platform/next-turn.ts';
import type { Clock } from '../../platform/ports.ts';
import { type FoundOffer, readOffer } from './answer.ts';
import type { AnswerStore, SearchRef } from './answer-store.ts';
import { cheapestOf, isPlain, markOf, needsCells, type RowMark, sortRows } from './arrangement.ts';
import { daysOf, type MatrixListing, pagesOfSearch, rowsOf, unloaded } from './matrix-needs.ts';
import { readNights } from './read-nights.ts';
import { cellsOf, mergeNights, type SearchedArrival } from './row-offers.ts';

export interface MatrixDeps {
  readonly answers: AnswerStore;
  /** The source of connections. It throws AppError `notFound`. */
  readonly connections: { connection(id: string): Connection };
  readonly listings: (connectionId: string) => readonly MatrixListing[];
  readonly api: Pick<ApiClient, 'call'>;
  readonly clockOf: (connectionId: string) => Clock;
  /** The number of listings in one page of a search; `null` when a search has no pages. */
  readonly searchPageSize: (connectionId: string) => number | null;
  /** Tests set a smaller number. */
  readonly maxCells?: number;
}

/** The matrix that a query is about, with the data from which its rows are computed; `arrivals` are day numbers. */
interface OpenMatrix {
  readonly credentialId: string;
  readonly stays: MatrixStays;
  readonly listings: readonly MatrixListing[];
  readonly arrivals: readonly number[];
  readonly searched: (arrival: number) => SearchedArrival | null;
}

/** The largest number of cells that are kept in memory: a few megabytes. */
const MAX_CELLS = 200_000;
const MAX_OFFERS = 500_000;
const MAX_NIGHTS_READ = MAX_ARRIVALS + MAX_MATRIX_NIGHTS;

/** The filtered and sorted `rows` of a view, made from the listings `of`. `marks`: a mark by listing id, with the revision of its answers. */
interface Arrangement {
  readonly marks: Map<string, RowMark & { readonly revision: string }>;
  /** `changes` is the number of changes of `marks` so far, `arrangedChanges` its value when `rows` was last sorted. */
  changes: number;
  arrangedChanges: number;
  of: readonly MatrixListing[];
  rows: readonly MatrixListing[];
}

type CheapestOfHome = Omit<CheapestStay, 'title' | 'row'>;

interface KnownCheapest {
  readonly revision: string;
  readonly stays: readonly CheapestOfHome[];
}

export class Matrix {
  readonly #deps: MatrixDeps;
  /** The cells of each row, by credential, listing and stays; the most recently used last. */
  readonly #rows = new Map<string, { readonly revision: string; readonly cells: readonly MatrixCell[] }>();
  #cellCount = 0;
  readonly #searches = new Map<string, SearchedArrival>();
  #offerCount = 0;
  readonly #arrangements = new Map<string, Arrangement>();
  /** The cheapest stays of each listing, by the stays of the matrix and the listing's id. */
  readonly #cheapest = new Map<string, Map<string, KnownCheapest>>();

  constructor(deps: MatrixDeps) {
    this.#deps = deps;
  }

  /** Reads a window of rows and arrivals. Lets other work run while it arranges many rows. Throws AppError `notFound`. */
  async window({ rows, arrivals: columns, view, ...question }: MatrixWindowQuery): Promise<MatrixWindow> {
    const matrix = this.#open(question);
    const { arrivals } = matrix;
    const listings = await this.#arranged(matrix, view);
    return {
      rowCount: listings.length,
      listingCount: matrix.listings.length,
      arrivalCount: arrivals.length,
      rowOffset: rows.offset,
      arrivalOffset: columns.offset,
      arrivals: arrivals.slice(columns.offset, columns.offset + columns.limit).map(plainDateOf),
      rows: listings
        .slice(rows.offset, rows.offset + rows.limit)
        .map((listing) => this.#rowOf(matrix, listing, columns.offset, columns.limit)),
    };
  }

  /** Summarises a block of cells: free stays, and each currency's sum and cheapest stay. Lets other work run. Throws AppError `notFound`. */
  async range({
    firstRow,
    lastRow,
    firstArrivalAt,
    lastArrivalAt,
    view,
    ...question
  }: MatrixRangeQuery): Promise<MatrixRange> {
    const matrix = this.#open(question);
    const listings = (await this.#arranged(matrix, view)).slice(firstRow, lastRow + 1);
    const arrivals = matrix.arrivals.slice(firstArrivalAt, lastArrivalAt + 1);
    const sums = new Map<string | null, { total: Decimal; priced: number; cheapest: Cheapest }>();
    let free = 0;
    const freeStays: MatrixRange['freeStays'] = [];
    const nextSlice = timeSlices();
    for (const listing of listings) {
      const cells = this.#cellsOf(matrix, listing).slice(firstArrivalAt, lastArrivalAt + 1);
      cells.forEach(({ state, total, currency }, at) => {
        if (state !== 'free') return;
        free += 1;
        const stay = { listingId: listing.id, title: listing.title, arrival: plainDateOf(arrivals[at] ?? 0) };
        if (freeStays.length < MAX_ENTRIES.quotesAtOnce) freeStays.push(stay);
        if (total === null) return;
        const known = sums.get(currency);
        const here = { ...stay, total };
        sums.set(currency, {
          total: add(known?.total ?? ZERO, decimalOf(total)),
          priced: (known?.priced ?? 0) + 1,
          cheapest: known && known.cheapest.total <= total ? known.cheapest : here,
        });
      });
      await nextSlice();
    }
    return {
      cells: listings.length * arrivals.length,
      free,
      freeStays,
      sums: [...sums]
        .map(([currency, { total, priced, cheapest }]) => ({ currency, priced, total: numberOf(total), cheapest }))
        .sort((one, other) => other.priced - one.priced),
    };
  }

  /** The cheapest free stay in each currency, the most frequent currency first. Lets other work run. Throws AppError `notFound`. */
  async cheapest({ view, ...question }: MatrixCheapestQuery): Promise<CheapestStay[]> {
    const matrix = this.#open(question);
    const best = new Map<string | null, CheapestStay>();
    const nextSlice = timeSlices();
    for (const [row, listing] of (await this.#arranged(matrix, view)).entries()) {
      for (const stay of this.#cheapestOf(matrix, listing)) {
        const known = best.get(stay.currency);
        const priced = (known?.priced ?? 0) + stay.priced;
        const least = known && known.total <= stay.total ? known : { ...stay, title: listing.title, row };
        best.set(stay.currency, { ...least, priced });
      }
      await nextSlice();
    }
    return [...best.values()].sort((one, other) => other.priced - one.priced).slice(0, MAX_ENTRIES.few);
  }

  /** The cheapest free stays of one listing, one for each currency. They are kept, because the cells of all listings are too many to keep. */
  #cheapestOf(matrix: OpenMatrix, listing: MatrixListing): readonly CheapestOfHome[] {
    const key = JSON.stringify([matrix.credentialId, matrix.stays]);
    const ofStays = this.#cheapest.get(key) ?? new Map<string, KnownCheapest>();
    setNewest(this.#cheapest, key, ofStays, MAX_LARGE_ENTRIES);
    const revision = this.#deps.answers.revisionOf(listing.id);
    const known = ofStays.get(listing.id);
    if (known?.revision === revision) return known.stays;
    const best = new Map<string | null, CheapestOfHome>();
    this.#cellsOf(matrix, listing).forEach(({ state, total, currency }, column) => {
      if (state !== 'free' || total === null) return;
      const least = best.get(currency);
      const arrival = plainDateOf(matrix.arrivals[column] ?? 0);
      const here = { listingId: listing.id, arrival, total, currency, column };
      best.set(currency, { ...(least && least.total <= total ? least : here), priced: (least?.priced ?? 0) + 1 });
    });
    const stays = [...best.values()];
    ofStays.set(listing.id, { revision, stays });
    return stays;
  }

  choices(connectionId: string): MatrixChoices {
    const loaded = this.#deps.listings(connectionId).filter(({ listed }) => listed !== false);
    const counts = new Map<string, number>();
    for (const { place } of loaded) if (place !== null) counts.set(place, (counts.get(place) ?? 0) + 1);
    const places = [...counts].map(([place, listings]) => ({ place, listings }));
    return { loaded: loaded.length, places: places.sort((one, other) => other.listings - one.listings) };
  }

  /** The nights of a listing in kept calendars. Throws `invalidInput`, `notFound`. */
  nights(query: NightsQuery): Nights {
    const { first, last } = daysToRead(query);
    const { nights, readAt } = this.#merged(this.#credentialOf(query), query.listingId, first, last);
    return {
      nights: nights.flatMap((night, at) =>
        readAt[at] == null
          ? []
          : [{ date: plainDateOf(first + at), readAt: readAt[at], ...withoutUse(night ?? NOT_SAID) }],
      ),
    };
  }

  /** Reads the nights of a listing from the service. Throws `invalidInput`, `notFound`, `answerUnusable` and the errors of a call. */
  async readNights(query: NightsQuery, signal?: AbortSignal): Promise<Nights> {
    const days = daysToRead(query);
    const { connectionId, listingId } = query;
    const credentialId = this.#credentialOf(query);
    const connection = this.#deps.connections.connection(connectionId);
    const nights = await readNights(listingId, days, (values, page = {}) =>
      this.#deps.api.call({ connection, credentialId, operation: 'calendar', values, page, signal }),
    );
    const title = this.#titleOf(connectionId, listingId);
    this.#deps.answers.keepAlone({
      connectionId,
      credentialId,
      answer: { kind: 'calendar', listingId, title, firstDay: days.first, nights },
      readAt: this.#deps.clockOf(connectionId).now(),
    });
    return this.nights(query);
  }

  /** The prices of a stay in kept answers. Throws `invalidInput`, `notFound`. */
  prices(query: PricesQuery): Prices {
    const { connectionId, listingId, checkIn, guests } = query;
    const credentialId = this.#credentialOf(query);
    const first = dayNumber(checkIn);
    const count = nightsOfStay(query);
    const merged = this.#merged(credentialId, listingId, first, first + count);
    const known = merged.readAt.filter((at) => at !== null);
    const nights = merged.nights
      .slice(0, count)
      .map((night, at) => ({ date: plainDateOf(first + at), price: night?.price ?? null }));
    const search = this.#deps.answers.searched(credentialId, 0, { nights: count, guests }).get(first);
    const searched = search ? this.#search(search) : null;
    const found = searched?.offers.get(listingId);
    return {
      calendar:
        known.length === 0
          ? null
          : { ...new StayOffers(first, merged.nights).offer(first, count), nights, readAt: Math.min(...known) },
      search: searched && {
        isFound: found !== undefined,
        total: found?.total ?? null,
        currency: found?.currency ?? null,
        readAt: searched.readAt,
      },
      searchRequests: pagesOfSearch(this.#deps.listings(connectionId), this.#deps.searchPageSize(connectionId)),
    };
  }

  /** Searches for the stay until the listing is found or the pages end. Throws like {@link readNights}. */
  async searchPrices(query: PricesQuery, signal?: AbortSignal): Promise<Prices> {
    const { connectionId, listingId, checkIn, checkOut, guests } = query;
    const nights = nightsOfStay(query);
    const credentialId = this.#credentialOf(query);
    const connection = this.#deps.connections.connection(connectionId);
    const values = { checkIn, checkOut, ...(guests === null ? {} : { guests }) };
    const pager = new Pager();
    const offers: FoundOffer[] = [];
    while (pager.next) {
      const { fresh } = await pager.read((page) =>
        this.#deps.api.call({ connection, credentialId, operation: 'search', values, page, signal }),
      );
      offers.push(...fresh.flatMap((record) => readOffer(record, { checkIn, checkOut }) ?? []));
      const found = offers.find((offer) => offer.listingId === listingId);
      if (found && pager.next) {
        // The further pages are not read, so this search is incomplete and is not kept.
        const { total, currency } = found;
        const readAt = this.#deps.clockOf(connectionId).now();
        return { ...this.prices(query), search: { isFound: true, total, currency, readAt } };
      }
    }
    this.#deps.answers.keepAlone({
      connectionId,
      credentialId,
      answer: { kind: 'search', checkIn: dayNumber(checkIn), nights, guests, offers },
      readAt: this.#deps.clockOf(connectionId).now(),
    });
    return this.prices(query);
  }

  #open(question: MatrixQuestion): OpenMatrix {
    const { connectionId, stays, listings } = question;
    const credentialId = this.#credentialOf(question);
    const { answers } = this.#deps;
    const loaded = this.#deps.listings(connectionId);
    const isUnloaded = loaded.length === 0 && listings.ids === null;
    const rows = isUnloaded
      ? answers.listings(credentialId, stays).map(({ id, title }) => ({ ...unloaded(id), title }))
      : rowsOf(listings, stays.guests, loaded).listings;
    const searched = answers.searched(credentialId, 0, stays);
    return {
      credentialId,
      stays,
      listings: rows,
      arrivals: arrivalsOf(stays),
      searched: (arrival) => {
        const search = searched.get(arrival);
        return search ? this.#search(search) : null;
      },
    };
  }

  async #arranged(matrix: OpenMatrix, view: MatrixView): Promise<readonly MatrixListing[]> {
    if (isPlain(view)) return matrix.listings;
    const { credentialId, listings, arrivals, stays } = matrix;
    const key = JSON.stringify([credentialId, stays, view]);
    const known = this.#arrangements.get(key) ?? {
      marks: new Map(),
      changes: 0,
      arrangedChanges: -1,
      of: [],
      rows: [],
    };
    setNewest(this.#arrangements, key, known, MAX_LARGE_ENTRIES);
    const { order, maxPerNight } = view;
    const by = order?.by ?? 'cheapest';
    const sortedAt = by === 'name' || by === 'cheapest' ? null : arrivals.indexOf(dayNumber(by));
    const { marks } = known;
    const nextSlice = timeSlices();
    if (needsCells(view))
      for (const listing of listings) {
        const revision = this.#deps.answers.revisionOf(listing.id);
        if (marks.get(listing.id)?.revision === revision) continue;
        const mark = markOf(this.#cellsOf(matrix, listing), sortedAt, maxPerNight, stays.nights);
        marks.set(listing.id, { ...mark, revision });
        known.changes += 1;
        await nextSlice();
      }
    const isSame = listings.length === known.of.length && listings.every(({ id }, at) => id === known.of[at]?.id);
    if (!isSame || known.changes !== known.arrangedChanges) {
      const shown = maxPerNight === null ? listings : listings.filter(({ id }) => marks.get(id)?.isShown !== false);
      known.arrangedChanges = known.changes;
      known.of = listings;
      known.rows = sortRows(shown, order, ({ id }) => marks.get(id));
    }
    return known.rows;
  }

  #rowOf(matrix: OpenMatrix, listing: MatrixListing, offset: number, limit: number): MatrixRow {
    const cells = this.#cellsOf(matrix, listing);
    const best = cheapestOf(cells);
    const currency = best?.currency ?? null;
    const totals = cells.flatMap((cell) => (cell.total === null || cell.currency !== currency ? [] : [cell.total]));
    const arrival = best && matrix.arrivals[cells.indexOf(best)];
    const { id, title, nickname = null, place } = listing;
    return {
      listingId: id,
      title,
      nickname: nickname === title ? null : nickname,
      place,
      cells: cells.slice(offset, offset + limit),
      cheapest: best && { arrival: plainDateOf(arrival ?? 0), total: best.total ?? 0 },
      dearest: totals.length === 0 ? null : Math.max(...totals),
      currency,
    };
  }

  #cellsOf(matrix: OpenMatrix, listing: MatrixListing): readonly MatrixCell[] {
    const { credentialId, arrivals, stays } = matrix;
    const days = daysOf(arrivals, stays.nights);
    if (days === null) return [];
    const key = JSON.stringify([credentialId, listing.id, stays]);
    const revision = this.#deps.answers.revisionOf(listing.id);
    const known = this.#rows.get(key);
    this.#rows.delete(key);
    if (known) this.#cellCount -= known.cells.length;
    const cells =
      known?.revision === revision
        ? known.cells
        : cellsOf(
            listing.id,
            arrivals,
            stays,
            this.#merged(credentialId, listing.id, days.first, days.last),
            matrix.searched,
          );
    this.#rows.set(key, { revision, cells });
    this.#cellCount += cells.length;
    for (const [oldest, row] of this.#rows) {
      if (this.#cellCount <= (this.#deps.maxCells ?? MAX_CELLS)) break;
      this.#rows.delete(oldest);
      this.#cellCount -= row.cells.length;
    }
    return cells;
  }

  #merged(credentialId: string, listingId: string, first: number, last: number) {
    return mergeNights(this.#deps.answers.calendars(credentialId, listingId, { first, last }), first, last);
  }

  #search(ref: SearchRef): SearchedArrival {
    // SQLite may reuse a row id.
    const key = `${ref.id} ${ref.readAt}`;
    const known = this.#searches.get(key);
    if (known) return known;
    const offers = new Map(this.#deps.answers.offers(ref).map((offer) => [offer.listingId, offer]));
    const search = { readAt: ref.readAt, offers };
    this.#searches.set(key, search);
    this.#offerCount += offers.size;
    for (const [oldest, { offers: dropped }] of this.#searches) {
      if (this.#offerCount <= MAX_OFFERS || oldest === key) break;
      this.#searches.delete(oldest);
      this.#offerCount -= dropped.size;
    }
    return search;
  }

  #credentialOf({ connectionId, applicationId }: { connectionId: string; applicationId: string | null }): string {
    return applicationOf(this.#deps.connections.connection(connectionId), applicationId).id;
  }

  #titleOf(connectionId: string, listingId: string): string {
    return this.#deps.listings(connectionId).find(({ id }) => id === listingId)?.title ?? listingId;
  }
}

const withoutUse = ({ use: _, ...night }: Night): Omit<Night, 'use'> => night;

const NOT_SAID: Night = {
  isFree: null,
  price: null,
  currency: null,
  minNights: null,
  maxNights: null,
  noCheckIn: null,
  noCheckOut: null,
};

type Cheapest = MatrixRange['sums'][number]['cheapest'];

/** The first and last day numbers of a query. Throws `invalidInput` for no days or too many. */
function daysToRead({ from, until }: NightsQuery): { first: number; last: number } {
  const issues: InputIssue[] = [];
  const days = nightsBetween(from, until) + 1;
  if (days < 1) issues.push({ path: 'until', message: 'The last day must not be before the first.' });
  if (days > MAX_NIGHTS_READ) issues.push({ path: 'until', message: `Choose at most ${MAX_NIGHTS_READ} days.` });
  throwIssues(issues);
  return { first: dayNumber(from), last: dayNumber(until) };
}

/** Counts the nights of a stay. Throws `invalidInput` for none or too many. */
function nightsOfStay({ checkIn, checkOut }: PricesQuery): number {
  const nights = nightsBetween(checkIn, checkOut);
  if (nights >= 1 && nights <= MAX_NIGHTS_READ) return nights;
  const message = nights < 1 ? 'Check-out must be at least one day after check-in.' : 'Choose a shorter stay.';
  throw invalidInput('checkOut', message);
}

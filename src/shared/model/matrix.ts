/** Flexible dates: the matrix of listings and arrivals, and the nights that were read for it (service.md §6.6). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES, MAX_MATRIX_NIGHTS } from '../input/max-input.ts';
import { EpochMs, Id, PlainDate, StayDay } from './primitives.ts';

/** The listings that a matrix may name. */
const MAX_LISTINGS = 50_000;

/**
 * Which listings are the rows. `ids`: these; `null`: all loaded ones that are not known to be unlisted. Of these, only those in one of the
 * `places` (all when empty) with at least `bedrooms`. A listing that is known to be too small for the guests is left out.
 */
export const MatrixListings = z.strictObject({
  ids: z.array(z.string().max(MAX_CHARACTERS.serviceId)).max(MAX_LISTINGS).nullable(),
  places: z.array(z.string().max(MAX_CHARACTERS.location)).max(MAX_ENTRIES.filter),
  bedrooms: z.number().int().min(1).max(100).nullable(),
});
export type MatrixListings = z.infer<typeof MatrixListings>;

/** The stays of a matrix: arrivals from the first to the last day, on Fridays and Saturdays only with `weekends`. */
export const MatrixStays = z.strictObject({
  firstArrival: StayDay,
  lastArrival: StayDay,
  weekends: z.boolean(),
  nights: z.number().int().min(1).max(MAX_MATRIX_NIGHTS),
  guests: z.number().int().min(1).max(500).nullable(),
});
export type MatrixStays = z.infer<typeof MatrixStays>;

/**
 * The state of a cell. `notOffered`: a search for exactly this stay does not name the listing, and says no reason. The others are those of
 * a calendar (shared/stay/stay-offers.ts).
 */
export const CellState = z.enum([
  'free',
  'taken',
  'noCheckIn',
  'noCheckOut',
  'minNights',
  'maxNights',
  'notOffered',
  'unknown',
]);
export type CellState = z.infer<typeof CellState>;

/**
 * One stay of one listing. `total`: the sum of its nightly prices before fees and taxes. `limit`: the nights that `minNights` or `maxNights`
 * asks for. `readAt`: when the service answered, on the connection's clock; `null` for a stay that was not read. An `unknown` one that was
 * read has a day that the answer lacks, or whose status nobody knows.
 */
export const MatrixCell = z.strictObject({
  state: CellState,
  total: z.number().nullable(),
  currency: z.string().nullable(),
  limit: z.number().int().nullable(),
  readAt: EpochMs.nullable(),
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/** One listing. `cheapest` and `dearest`: the least and the greatest total of all its arrivals, in the currency of the first priced one. */
export const MatrixRow = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string().nullable(),
  cells: z.array(MatrixCell),
  cheapest: z.strictObject({ arrival: PlainDate, total: z.number() }).nullable(),
  dearest: z.number().nullable(),
  currency: z.string().nullable(),
});
export type MatrixRow = z.infer<typeof MatrixRow>;

const Span = z.strictObject({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) });

export const MatrixQuestion = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  stays: MatrixStays,
  listings: MatrixListings,
});
export type MatrixQuestion = z.infer<typeof MatrixQuestion>;

/**
 * How the rows of a matrix are arranged. `order`: by title, by the cheapest total, or by the total of one arrival; `null` for the order of the
 * listings. Amounts are sorted within their currency; rows without one come last. `maxPerNight`: leaves out the listings that are known to
 * have no stay up to this price per night, in their own currency.
 */
export const MatrixView = z.strictObject({
  order: z.strictObject({ by: z.union([z.enum(['name', 'cheapest']), PlainDate]), descending: z.boolean() }).nullable(),
  maxPerNight: z.number().int().min(0).max(1_000_000_000).nullable(),
});
export type MatrixView = z.infer<typeof MatrixView>;

export const MatrixWindowQuery = MatrixQuestion.extend({ view: MatrixView, rows: Span, arrivals: Span });
export type MatrixWindowQuery = z.infer<typeof MatrixWindowQuery>;

/**
 * A window of the matrix. `rowCount`, `arrivalCount`: of the whole matrix. `listingCount`: the rows without a price limit. `arrivals`: the
 * days of the window's columns.
 */
export const MatrixWindow = z.strictObject({
  rowCount: z.number().int(),
  listingCount: z.number().int(),
  arrivalCount: z.number().int(),
  rowOffset: z.number().int(),
  arrivalOffset: z.number().int(),
  arrivals: z.array(PlainDate),
  rows: z.array(MatrixRow),
});
export type MatrixWindow = z.infer<typeof MatrixWindow>;

/** A block of cells by the positions of its first and last row and arrival, all included. */
export const MatrixRangeQuery = MatrixQuestion.extend({
  view: MatrixView,
  firstRow: z.number().int().min(0),
  lastRow: z.number().int().min(0),
  firstArrivalAt: z.number().int().min(0),
  lastArrivalAt: z.number().int().min(0),
});
export type MatrixRangeQuery = z.infer<typeof MatrixRangeQuery>;

const NamedStay = z.strictObject({ listingId: z.string(), title: z.string(), arrival: PlainDate });

/**
 * What a block of cells holds. `free`: its free stays; `freeStays`: they themselves, row by row, as many as can be quoted at once. `sums`: one
 * for each currency, because amounts of two currencies cannot be compared.
 */
export const MatrixRange = z.strictObject({
  cells: z.number().int(),
  free: z.number().int(),
  freeStays: z.array(NamedStay).max(MAX_ENTRIES.quotesAtOnce),
  sums: z.array(
    z.strictObject({
      currency: z.string().nullable(),
      priced: z.number().int(),
      total: z.number(),
      cheapest: NamedStay.extend({ total: z.number() }),
    }),
  ),
});
export type MatrixRange = z.infer<typeof MatrixRange>;

/** What a person can choose rows by: the loaded listings and the places that they are in, the most frequent first. */
export const MatrixChoices = z.strictObject({
  loaded: z.number().int(),
  places: z.array(z.strictObject({ place: z.string(), listings: z.number().int() })),
});
export type MatrixChoices = z.infer<typeof MatrixChoices>;

/** One listing, as an application sees it; `null` for the application in use. */
const ListingQuery = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  listingId: z.string().min(1).max(MAX_CHARACTERS.serviceId),
});

/** The calendar of one listing over days, both included; at most a year and a month. */
export const NightsQuery = ListingQuery.extend({
  from: StayDay,
  until: StayDay,
});
export type NightsQuery = z.infer<typeof NightsQuery>;

/** A night that was read, with when; its fields are those of shared/stay/stay-offers.ts, all `null` for one that the answer lacks. */
export const DatedNight = z.strictObject({
  date: PlainDate,
  readAt: EpochMs,
  isFree: z.boolean().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  minNights: z.number().nullable(),
  maxNights: z.number().nullable(),
  noCheckIn: z.boolean().nullable(),
  noCheckOut: z.boolean().nullable(),
});
export type DatedNight = z.infer<typeof DatedNight>;

/** The nights that are known, in order; days that were not read are missing. */
export const Nights = z.strictObject({ nights: z.array(DatedNight) });
export type Nights = z.infer<typeof Nights>;

/** One stay of one listing. */
export const PricesQuery = ListingQuery.extend({
  checkIn: StayDay,
  checkOut: StayDay,
  guests: z.number().int().min(1).max(500).nullable(),
});
export type PricesQuery = z.infer<typeof PricesQuery>;

/**
 * What is known of the price of one stay, before fees and taxes. `calendar`: the nights of the calendar and their exact sum. `search`: what a
 * search for the stay said; `isFound` is false when it does not name the listing. `null`: not read yet. `searchRequests`: how many requests a
 * search takes at most, `null` when that is unknown.
 */
export const Prices = z.strictObject({
  calendar: z
    .strictObject({
      state: CellState,
      total: z.number().nullable(),
      currency: z.string().nullable(),
      limit: z.number().int().nullable(),
      nights: z.array(z.strictObject({ date: PlainDate, price: z.number().nullable() })),
      readAt: EpochMs,
    })
    .nullable(),
  search: z
    .strictObject({
      isFound: z.boolean(),
      total: z.number().nullable(),
      currency: z.string().nullable(),
      readAt: EpochMs,
    })
    .nullable(),
  searchRequests: z.number().int().nullable(),
});
export type Prices = z.infer<typeof Prices>;

/** Flexible dates: the matrix of listings and arrivals, and the nights that were read for it (service.md §6.6). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES, MAX_MATRIX_NIGHTS } from '../input/max-input.ts';
import { EpochMs, Id, PlainDate, StayDay } from './primitives.ts';

/** The number of listings that a matrix may name. */
const MAX_LISTINGS = 50_000;

/**
 * The listings in the rows of a matrix. `ids`: these; `null`: all loaded ones that are not known to be unlisted. They are reduced to those in one
 * of the `places` (all when empty) with at least `bedrooms`. A listing that is known to be too small for the guests is left out.
 */
export const MatrixListings = z.strictObject({
  ids: z.array(z.string().max(MAX_CHARACTERS.serviceId)).max(MAX_LISTINGS).nullable(),
  places: z.array(z.string().max(MAX_CHARACTERS.location)).max(MAX_ENTRIES.filter),
  bedrooms: z.number().int().min(1).max(100).nullable(),
});
export type MatrixListings = z.infer<typeof MatrixListings>;

/** The stays of a matrix: arrivals from the first to the last day; with `weekends` on Fridays and Saturdays only. */
export const MatrixStays = z.strictObject({
  firstArrival: StayDay,
  lastArrival: StayDay,
  weekends: z.boolean(),
  nights: z.number().int().min(1).max(MAX_MATRIX_NIGHTS),
  guests: z.number().int().min(1).max(500).nullable(),
});
export type MatrixStays = z.infer<typeof MatrixStays>;

/**
 * The state of a cell. `notOffered`: a search for exactly this stay does not contain the listing, without a reason. The other states are those of
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
 * A stay of one listing. `total`: the sum of its nightly prices before fees and taxes. `limit`: the nights that `minNights` or `maxNights`
 * requires. `readAt`: when the service answered, on the connection's clock; `null` for a stay that was not read. An `unknown` stay that was read
 * has a day that the answer lacks, or a day of unknown status.
 */
export const MatrixCell = z.strictObject({
  state: CellState,
  total: z.number().nullable(),
  currency: z.string().nullable(),
  limit: z.number().int().nullable(),
  readAt: EpochMs.nullable(),
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/** A listing's row. `cheapest` and `dearest`: the lowest and the highest total of all its arrivals, in the currency of the first priced one. */
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
 * The arrangement of a matrix's rows. `order`: by title, by the cheapest total, or by the total of one arrival; `null` for the order of the
 * listings. Amounts are sorted within their currency; rows without one come last. `maxPerNight`: leaves out listings that are known to have no
 * stay up to this price per night, in their own currency.
 */
export const MatrixView = z.strictObject({
  order: z.strictObject({ by: z.union([z.enum(['name', 'cheapest']), PlainDate]), descending: z.boolean() }).nullable(),
  maxPerNight: z.number().int().min(0).max(1_000_000_000).nullable(),
});
export type MatrixView = z.infer<typeof MatrixView>;

export const MatrixWindowQuery = MatrixQuestion.extend({ view: MatrixView, rows: Span, arrivals: Span });
export type MatrixWindowQuery = z.infer<typeof MatrixWindowQuery>;

/**
 * A window of the matrix. `rowCount`, `arrivalCount`: the size of the whole matrix. `listingCount`: the number of rows without the price limit.
 * `arrivals`: the days of the window's columns.
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
 * A summary of a block of cells. `free`: the number of free stays; `freeStays`: the stays themselves, row by row, as many as can be quoted at
 * once. `sums`: one for each currency, because amounts of two currencies cannot be compared.
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

/** The choices for the rows: the loaded listings, and the places that they are in, the most frequent first. */
export const MatrixChoices = z.strictObject({
  loaded: z.number().int(),
  places: z.array(z.strictObject({ place: z.string(), listings: z.number().int() })),
});
export type MatrixChoices = z.infer<typeof MatrixChoices>;

/** A listing as one application sees it; `null` for the application in use. */
const ListingQuery = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  listingId: z.string().min(1).max(MAX_CHARACTERS.serviceId),
});

/** The calendar of one listing over a range of days, both ends included; at most a year and a month. */
export const NightsQuery = ListingQuery.extend({
  from: StayDay,
  until: StayDay,
});
export type NightsQuery = z.infer<typeof NightsQuery>;

/** A night with the time when it was read. Its fields are those of shared/stay/stay-offers.ts, all `null` for a night that the answer lacks. */
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

/** The known nights in order; days that were not read are missing. */
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
 * The known prices of one stay, before fees and taxes. `calendar`: the nights of the calendar and their exact sum. `search`: the result of a
 * search for the stay; `isFound` is false when the listing was not in it. `null`: not read yet. `searchRequests`: the largest number of requests
 * for a search, `null` when unknown.
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

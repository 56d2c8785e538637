/** Flexible dates: the matrix of listings and arrivals, and the nights from which it is made (service.md §6.6). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES, MAX_MATRIX_NIGHTS } from '../input/max-input.ts';
import { EpochMs, Id, PlainDate, Span, StayDay } from './primitives.ts';

/**
 * The listings in the rows of a matrix. `ids` names them; null means all loaded listings except those known to be unlisted. `places` (empty:
 * anywhere) and `bedrooms` (a minimum; null: any number) filter them. A listing that is known to be too small for the guests is left out.
 */
export const MatrixListings = z.strictObject({
  ids: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.listings).nullable(),
  places: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.fields),
  bedrooms: z.number().int().min(1).max(100).nullable(),
});
export type MatrixListings = z.infer<typeof MatrixListings>;

/** The stays of a matrix: `nights` nights from each arrival. With `weekends`, only Fridays and Saturdays are arrivals. */
export const MatrixStays = z.strictObject({
  firstArrival: StayDay,
  lastArrival: StayDay,
  weekends: z.boolean(),
  nights: z.number().int().min(1).max(MAX_MATRIX_NIGHTS),
  guests: z.number().int().min(1).max(500).nullable(),
});
export type MatrixStays = z.infer<typeof MatrixStays>;

/**
 * The state of a cell in the matrix of stays. `notOffered`: a search for this stay lacks the listing. The other states come from a calendar
 * (stay/stay-offers.ts).
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
 * A cell of the matrix. `total` is the sum of the nightly prices before fees and taxes. `limit` is the number of nights that the state `minNights` or
 * `maxNights` is about, else null. `readAt` is when the service answered, on the connection's clock; null when the stay was not read. A stay that was
 * read is `unknown` when the answer lacks a day of it, or the status of a day.
 */
export const MatrixCell = z.strictObject({
  state: CellState,
  total: z.number().nullable(),
  currency: z.string().nullable(),
  limit: z.number().int().nullable(),
  readAt: EpochMs.nullable(),
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/**
 * The row of a listing. `cheapest` and `dearest` are the lowest and the highest price in the row, in the currency of its first price; null without a
 * price.
 */
export const MatrixRow = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  nickname: z.string().nullable(),
  place: z.string().nullable(),
  cells: z.array(MatrixCell),
  cheapest: z.strictObject({ arrival: PlainDate, total: z.number() }).nullable(),
  dearest: z.number().nullable(),
  currency: z.string().nullable(),
});
export type MatrixRow = z.infer<typeof MatrixRow>;

export const MatrixQuestion = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  stays: MatrixStays,
  listings: MatrixListings,
});
export type MatrixQuestion = z.infer<typeof MatrixQuestion>;

/**
 * The filter and the order of a matrix. `order` sorts by title, by the cheapest total or by the total of one arrival; null keeps the order of the
 * listings. Amounts are sorted within their currency, and rows without an amount come last. `maxPerNight` keeps listings with a stay at or below this
 * price per night, in their own currency, and those whose prices are not all known; null keeps all.
 */
export const MatrixView = z.strictObject({
  order: z.strictObject({ by: z.union([z.enum(['name', 'cheapest']), PlainDate]), descending: z.boolean() }).nullable(),
  maxPerNight: z.number().int().min(0).max(1_000_000_000).nullable(),
});
export type MatrixView = z.infer<typeof MatrixView>;

export const MatrixWindowQuery = MatrixQuestion.extend({ view: MatrixView, rows: Span, arrivals: Span });
export type MatrixWindowQuery = z.infer<typeof MatrixWindowQuery>;

/** A part of the matrix. `rowCount` and `arrivalCount` are the size of the whole; `listingCount` is the number of rows without a price limit. */
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

/** A query about a selection of cells, from the first to the last of its rows and arrivals, both included. */
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
 * The summary of a selection of cells. `freeStays` has the first free stays, row by row, at most as many as can be quoted at once. `sums` has an
 * entry for each currency of the free stays: how many have a price, the sum of these prices, and the cheapest stay.
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

/**
 * The cheapest free stay of the matrix in one currency, with the row and column of its cell. `priced` counts the free stays with a price in this
 * currency.
 */
export const CheapestStay = NamedStay.extend({
  total: z.number(),
  currency: z.string().nullable(),
  priced: z.number().int(),
  row: z.number().int(),
  column: z.number().int(),
});
export type CheapestStay = z.infer<typeof CheapestStay>;

export const MatrixCheapestQuery = MatrixQuestion.extend({ view: MatrixView });
export type MatrixCheapestQuery = z.infer<typeof MatrixCheapestQuery>;

/** The choices for the rows of a matrix: the number of loaded listings, and their places, the most frequent first. */
export const MatrixChoices = z.strictObject({
  loaded: z.number().int(),
  places: z.array(z.strictObject({ place: z.string(), listings: z.number().int() })),
});
export type MatrixChoices = z.infer<typeof MatrixChoices>;

/** A listing, and the application that asks for it; null for the active application. */
const ListingQuery = z.strictObject({
  connectionId: Id,
  applicationId: Id.nullable(),
  listingId: z.string().min(1).max(MAX_CHARACTERS.name),
});

/** A query for the nights of one listing from `from` to `until`, both included; at most a year and a month. */
export const NightsQuery = ListingQuery.extend({ from: StayDay, until: StayDay });
export type NightsQuery = z.infer<typeof NightsQuery>;

/**
 * A night of a calendar with its date; `readAt` is when it was read. stay/stay-offers.ts explains the other fields, which are null when the answer
 * lacks the night.
 */
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

/** The known nights of a listing, by date. Nights that were not read are left out. */
export const Nights = z.strictObject({ nights: z.array(DatedNight) });
export type Nights = z.infer<typeof Nights>;

export const PricesQuery = ListingQuery.extend({
  checkIn: StayDay,
  checkOut: StayDay,
  guests: z.number().int().min(1).max(500).nullable(),
});
export type PricesQuery = z.infer<typeof PricesQuery>;

/**
 * The known prices of one stay, before fees and taxes. `calendar` has the nights and their exact sum. `search` is the result of a search for the
 * stay; `isFound` is false when the listing is missing from it. Both are null until they are read. `searchRequests` is the maximum number of requests
 * of a search; null when unknown.
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

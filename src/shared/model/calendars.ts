/** The calendars of all listings of a connection, which the app reads by itself and keeps (service.md §6.6). */

import { z } from 'zod';
import { MAX_ARRIVALS } from '../input/max-input.ts';
import { MAX_GAP_NIGHTS } from '../stay/home-stays.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { FacetChoice } from './listing.ts';
import { EpochMs, Id, PlainDate, Span, StayDay } from './primitives.ts';

/**
 * The reason why no calendar is read now. `noToken`: reading must not cost an issuance. `otherClients`: the requests of other clients go first.
 * `failed`: the service did not answer as expected, so the app waits.
 */
export const FillPause = z.enum(['noToken', 'otherClients', 'failed']);
export type FillPause = z.infer<typeof FillPause>;

/**
 * The progress of reading calendars. `homes`: loaded listings, without unlisted ones; `read`: those with a kept calendar; `refused`: those whose
 * calendar the service does not give. `oldestAt`: the time of the oldest kept one, on the connection's clock. `isReading`: the app reads calendars
 * that are missing or old.
 */
export const CalendarsStatus = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  homes: z.number().int(),
  read: z.number().int(),
  refused: z.number().int(),
  oldestAt: EpochMs.nullable(),
  isReading: z.boolean(),
  pause: FillPause.nullable(),
});
export type CalendarsStatus = z.infer<typeof CalendarsStatus>;

export const HomeQuery = z.strictObject({ connectionId: Id, listingId: z.string().min(1).max(MAX_CHARACTERS.name) });
export type HomeQuery = z.infer<typeof HomeQuery>;

/** The maximum number of `lines` in {@link DayLines}; `count` also counts the lines that are left out. */
export const MAX_DAY_LINES = MAX_ENTRIES.page;
export const MAX_BOARD_DAYS = 31;

/**
 * A stay as a calendar shows it. `checkIn` and `checkOut` are null when the calendar does not reach that far. `isOneStay` is false when these nights
 * may belong to several stays. `quoteId` names the quote of a booking that was made in this app. `doubt` says how the calendar contradicts that
 * booking: it shows nights of it as free, or names another reservation.
 */
export const StayFacts = z.strictObject({
  checkIn: PlainDate.nullable(),
  checkOut: PlainDate.nullable(),
  state: z.enum(['booked', 'reserved']),
  isOneStay: z.boolean(),
  quoteId: z.string().nullable(),
  doubt: z.enum(['free', 'otherGuest']).nullable(),
});
export type StayFacts = z.infer<typeof StayFacts>;

export const DayLine = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string().nullable(),
  leaving: StayFacts.nullable(),
  arriving: StayFacts.nullable(),
});
export type DayLine = z.infer<typeof DayLine>;

/** The changes of one kind on one day. The lines are sorted by title. */
export const DayLines = z.strictObject({ count: z.number().int(), lines: z.array(DayLine).max(MAX_DAY_LINES) });
export type DayLines = z.infer<typeof DayLines>;

/**
 * The changes of guests on one day. `turnover`: one stay ends and another begins. `possible`: the nights before and after have guests, perhaps the
 * same. `staying`: the stays that go on, those of `possible` among them.
 */
export const BoardDay = z.strictObject({
  date: PlainDate,
  arrival: DayLines,
  departure: DayLines,
  turnover: DayLines,
  possible: DayLines,
  staying: DayLines,
});
export type BoardDay = z.infer<typeof BoardDay>;

export type ChangeKind = Exclude<keyof BoardDay, 'date'>;

export const DaysQuery = z.strictObject({
  connectionId: Id,
  from: StayDay,
  days: z.number().int().min(1).max(MAX_BOARD_DAYS),
});
export type DaysQuery = z.infer<typeof DaysQuery>;

/** The arrivals and departures of several days. `severalUnits` counts the listings with several units, of which only our own bookings are shown. */
export const DaysBoard = z.strictObject({
  days: z.array(BoardDay).max(MAX_BOARD_DAYS),
  severalUnits: z.number().int(),
});
export type DaysBoard = z.infer<typeof DaysBoard>;

/** The maximum number of days in the grid of all calendars. */
export const MAX_GRID_DAYS = MAX_ARRIVALS;

/** A filter for the rows of the grid of calendars, and their order. Occupancy and gaps are counted over `days` days from `from` on. */
export const GridFilter = z.strictObject({
  connectionId: Id,
  search: z.string().max(MAX_CHARACTERS.phrase),
  facets: FacetChoice,
  from: StayDay,
  days: z.number().int().min(1).max(MAX_GRID_DAYS),
  order: z.strictObject({ by: z.enum(['name', 'place', 'occupancy', 'gaps']), descending: z.boolean() }),
});
export type GridFilter = z.infer<typeof GridFilter>;

/** A query for some rows and columns of the grid. A column is a day or, with `weeks`, seven days. */
export const GridQuery = GridFilter.extend({ weeks: z.boolean(), rows: Span, columns: Span });
export type GridQuery = z.infer<typeof GridQuery>;

/**
 * A row of the grid. `readAt`: when the calendar was read, or null. `occupancy`: the sold share of the nights that could be sold; null for a listing
 * with several units. `unsellable`: the number of gaps that the calendar's rules forbid to sell. `cells`: the columns, packed
 * (shared/stay/packed-cells.ts).
 */
export const GridRow = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string().nullable(),
  readAt: EpochMs.nullable(),
  occupancy: z.number().nullable(),
  gaps: z.number().int(),
  unsellable: z.number().int(),
  cells: z.string(),
});
export type GridRow = z.infer<typeof GridRow>;

/** A heading of the grid, for the place `group` with `homes` properties. `group` is null for properties without a place. */
export const GridGroup = z.strictObject({ group: z.string().nullable(), homes: z.number().int() });
export type GridGroup = z.infer<typeof GridGroup>;

/** A part of the grid. `homes` counts the matching properties. `rowCount` also counts the headings, which only the order by place has. */
export const GridWindow = z.strictObject({
  rowCount: z.number().int(),
  homes: z.number().int(),
  rows: z.array(z.union([GridRow, GridGroup])).max(MAX_ENTRIES.page),
});
export type GridWindow = z.infer<typeof GridWindow>;

export const TakenQuery = z.strictObject({
  connectionId: Id,
  quoteIds: z.array(z.string().min(1).max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.page),
});
export type TakenQuery = z.infer<typeof TakenQuery>;

/**
 * A quote of which some nights were taken after it was made: `nights` counts these nights, `first` is the earliest. `by` is `stay` when at least one
 * of them has a guest, and `block` when all are blocked.
 */
export const TakenQuote = z.strictObject({
  quoteId: z.string(),
  first: PlainDate,
  nights: z.number().int(),
  by: z.enum(['stay', 'block']),
});
export type TakenQuote = z.infer<typeof TakenQuote>;

export const TakenQuotes = z.array(TakenQuote).max(MAX_ENTRIES.page);

/** The bookable quotes with taken nights: their number, and the first of them by arrival. */
export const TakenOpen = z.strictObject({
  count: z.number().int(),
  first: z
    .array(TakenQuote.extend({ title: z.string(), checkIn: PlainDate, checkOut: PlainDate }))
    .max(MAX_ENTRIES.few),
});
export type TakenOpen = z.infer<typeof TakenOpen>;

/** A stay that the kept calendars show as free. `total` is the sum of its nights before fees and taxes; null without prices. */
const FreeStay = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  checkIn: PlainDate,
  checkOut: PlainDate,
  total: z.number().nullable(),
  currency: z.string().nullable(),
});
export type FreeStay = z.infer<typeof FreeStay>;

/**
 * Free stays instead of a taken one. `sameHome`: the nearest free stay of the same home. `sameDays`: the same days in a similar home nearby. Null
 * when none is known.
 */
export const InsteadOfTaken = z.strictObject({ sameHome: FreeStay.nullable(), sameDays: FreeStay.nullable() });
export type InsteadOfTaken = z.infer<typeof InsteadOfTaken>;

/**
 * A filter for gaps that begin in the `days` days from `from` on. A gap with more than `maxNights` free nights is left out. `sellable`: `yes` leaves
 * out gaps that cannot be sold, `no` those that can.
 */
export const GapFilter = z.strictObject({
  ...{ connectionId: Id, search: z.string().max(MAX_CHARACTERS.phrase), facets: FacetChoice },
  from: StayDay,
  days: z.number().int().min(1).max(MAX_GRID_DAYS),
  maxNights: z.number().int().min(1).max(MAX_GAP_NIGHTS),
  sellable: z.enum(['all', 'yes', 'no']),
  order: z.strictObject({ by: z.enum(['first', 'nights', 'value', 'name', 'place']), descending: z.boolean() }),
});
export type GapFilter = z.infer<typeof GapFilter>;

const PageSpan = {
  offset: z.number().int().min(0).max(1_000_000),
  limit: z.number().int().min(1).max(MAX_ENTRIES.page),
};

export const GapQuery = GapFilter.extend(PageSpan);
export type GapQuery = z.infer<typeof GapQuery>;

/** A gap: free nights between taken nights. `value` is the sum of the prices before fees and taxes; null when a price is not known. */
export const GapRow = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string().nullable(),
  first: PlainDate,
  until: PlainDate,
  nights: z.number().int(),
  minNights: z.number().nullable(),
  isSellable: z.boolean(),
  value: z.number().nullable(),
  currency: z.string().nullable(),
});
export type GapRow = z.infer<typeof GapRow>;

/**
 * A page of gaps. `nights`, `unsellable` and `values` (one for each currency, the most frequent first) are sums over all `total` gaps; `unpriced`
 * counts gaps without a price.
 */
export const GapRows = z.strictObject({
  total: z.number().int(),
  nights: z.number().int(),
  unsellable: z.number().int(),
  unpriced: z.number().int(),
  values: z.array(z.strictObject({ currency: z.string().nullable(), amount: z.number() })).max(MAX_ENTRIES.few),
  rows: z.array(GapRow).max(MAX_ENTRIES.page),
});
export type GapRows = z.infer<typeof GapRows>;

export const MonthsQuery = GridFilter.extend(PageSpan);
export type MonthsQuery = z.infer<typeof MonthsQuery>;

/** A month of a property. `occupancy` is the sold share of the nights that could be sold. `price` is the average price of the free nights. */
export const MonthFacts = z.strictObject({
  month: z.string(),
  occupancy: z.number().nullable(),
  sold: z.number().int(),
  free: z.number().int(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
});
export type MonthFacts = z.infer<typeof MonthFacts>;

/** The months of one property; a month is null for a property with several units. */
export const MonthRow = z.strictObject({
  listingId: z.string(),
  title: z.string(),
  place: z.string().nullable(),
  months: z.array(MonthFacts.nullable()).max(MAX_ENTRIES.few),
});
export type MonthRow = z.infer<typeof MonthRow>;

export const MonthRows = z.strictObject({
  total: z.number().int(),
  months: z.array(z.string()).max(MAX_ENTRIES.few),
  rows: z.array(MonthRow).max(MAX_ENTRIES.page),
});
export type MonthRows = z.infer<typeof MonthRows>;

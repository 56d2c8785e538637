/** The calendars of all listings of a connection, which the app reads by itself and keeps (service.md §6.6). */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { EpochMs, Id, PlainDate, StayDay } from './primitives.ts';

/**
 * Why no calendar is read now. `noToken`: reading must not cost an issuance. `otherClients`: the requests of other clients go first. `failed`: the
 * service did not answer as expected, so the app waits.
 */
export const FillPause = z.enum(['noToken', 'otherClients', 'failed']);
export type FillPause = z.infer<typeof FillPause>;

/**
 * The progress of reading calendars. `homes`: listings with a calendar; `read`: kept calendars; `refused`: calendars that the service does not give.
 * `oldestAt`: the time of the oldest kept one, on the connection's clock. `isReading`: the app reads calendars that are missing or old.
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

export const HomeQuery = z.strictObject({
  connectionId: Id,
  listingId: z.string().min(1).max(MAX_CHARACTERS.name),
});
export type HomeQuery = z.infer<typeof HomeQuery>;

/** The most lines of one kind on one day; the count says how many there are. */
export const MAX_DAY_LINES = 200;
export const MAX_BOARD_DAYS = 31;

/**
 * A stay as a calendar shows it. `checkIn` and `checkOut` are null when the calendar does not reach that far. `isOneStay` is false when these nights
 * may belong to several stays. `quoteId` names the quote of a booking that was made in this app. `isDoubted`: the calendar shows its nights as free.
 */
export const StayFacts = z.strictObject({
  checkIn: PlainDate.nullable(),
  checkOut: PlainDate.nullable(),
  state: z.enum(['booked', 'reserved']),
  isOneStay: z.boolean(),
  quoteId: z.string().nullable(),
  isDoubted: z.boolean(),
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

/** The changes of one kind on one day, by title. */
export const DayLines = z.strictObject({ count: z.number().int(), lines: z.array(DayLine).max(MAX_DAY_LINES) });
export type DayLines = z.infer<typeof DayLines>;

/**
 * The changes of guests on one day. `turnover`: one stay ends and another begins. `possible`: guests stay before and after, and nothing tells whether
 * they are the same.
 */
export const BoardDay = z.strictObject({
  date: PlainDate,
  arrival: DayLines,
  departure: DayLines,
  turnover: DayLines,
  possible: DayLines,
});
export type BoardDay = z.infer<typeof BoardDay>;

export type ChangeKind = Exclude<keyof BoardDay, 'date'>;

export const DaysQuery = z.strictObject({
  connectionId: Id,
  from: StayDay,
  days: z.number().int().min(1).max(MAX_BOARD_DAYS),
});
export type DaysQuery = z.infer<typeof DaysQuery>;

/** `severalUnits` counts the listings with several units, of which only our own bookings are shown. */
export const DaysBoard = z.strictObject({
  days: z.array(BoardDay).max(MAX_BOARD_DAYS),
  severalUnits: z.number().int(),
});
export type DaysBoard = z.infer<typeof DaysBoard>;

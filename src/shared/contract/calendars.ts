/** The calendars of all listings, which the app reads by itself while it has a token, in the background and slowly (ADR 47). */
import { z } from 'zod';
import {
  CalendarsStatus,
  DaysBoard,
  DaysQuery,
  GapFilter,
  GapQuery,
  GapRows,
  GridFilter,
  GridQuery,
  GridWindow,
  HomeQuery,
  InsteadOfTaken,
  MonthRows,
  MonthsQuery,
  TakenOpen,
  TakenQuery,
  TakenQuotes,
} from '../model/calendars.ts';
import { Id } from '../model/primitives.ts';
import { TableFormat } from '../model/table-format.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfQuote = z.strictObject({ connectionId: Id, quoteId: TakenQuery.shape.quoteIds.element });

export const calendars = {
  /** The progress of reading the calendars. From the first call on, the app keeps the calendars of this connection up to date. */
  status: query(z.strictObject({ connectionId: Id }), CalendarsStatus),
  /** Puts the calendar of one listing first in the queue of reads, unless it was read a short time ago. Returns at once. */
  want: mutation(HomeQuery, Nothing),
  /** Ends the effect of `want` and of the rows of `grid`, because the window shows no calendars any more. */
  leave: mutation(z.strictObject({ connectionId: Id }), Nothing),
  /** Reads a calendar for a person, and issues a token if none is valid. The other calendars follow by themselves. */
  start: mutation(z.strictObject({ connectionId: Id }), Nothing),
  /** The arrivals, departures and turnovers of some days, by the kept calendars and the bookings of this app; sends nothing. */
  days: query(DaysQuery, DaysBoard),
  /** A part of the grid of all kept calendars. The calendars of its rows are read before others. */
  grid: query(GridQuery, GridWindow),
  /** The gaps of the kept calendars that begin on some days; sends nothing. */
  gaps: query(GapQuery, GapRows),
  /** Occupancy and average price of each property by month; sends nothing. */
  months: query(MonthsQuery, MonthRows),
  /** Writes all gaps of a filter to a workbook or a CSV file that the person chooses; `null` when the person cancels. */
  exportGaps: mutation(GapFilter.extend({ format: TableFormat }), WrittenFile.nullable()),
  /** Finds the quotes whose nights were taken since they were made, by the kept calendars and the bookings of this app; sends nothing. */
  taken: query(TakenQuery, TakenQuotes),
  /** Finds the quotes whose nights were taken among all that can be booked; sends nothing. */
  takenOpen: query(z.strictObject({ connectionId: Id }), TakenOpen),
  /** Finds what a guest could have in place of a quote whose nights are taken; sends nothing. */
  instead: query(OfQuote, InsteadOfTaken),
  /** Writes occupancy, gaps and average price of each row by month to a workbook or a CSV file that the person chooses; `null` when the person cancels. */
  exportTable: mutation(GridFilter.extend({ format: TableFormat }), WrittenFile.nullable()),
  onStatus: event(CalendarsStatus),
};

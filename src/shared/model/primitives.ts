/** Building blocks of all schemas: instants, plain dates, identifiers and JSON. */
import { z } from 'zod';
import { MAX_ENTRIES } from '../input/max-input.ts';
import { isPlainDate, isStayDay } from '../time/plain-date.ts';

export { dayNumber, daysInMonth, isPlainDate, nightsBetween, plainDateOf } from '../time/plain-date.ts';

const MAX_DATE_MS = 8.64e15;

/** An instant in epoch ms on the clock of its connection, or on the machine's clock where a schema says so. */
export const EpochMs = z.number().min(-MAX_DATE_MS).max(MAX_DATE_MS);

/** An opaque identifier made by this console. */
export const Id = z.string().min(1).max(100);
export type Id = z.infer<typeof Id>;

/** Any JSON value: `null`, boolean, number, string, array or object, at any depth. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON from a server, of unknown shape, kept whole (service.md §1.5). Its content is not validated. */
export const Json = z.custom<Json>((value) => value !== undefined, { error: 'must be a JSON value' });

/** An existing calendar day `YYYY-MM-DD`. No code turns it into a UTC `Date`. */
export const PlainDate = z.string().max(10).refine(isPlainDate, { error: 'must be a calendar day written YYYY-MM-DD' });
export type PlainDate = z.infer<typeof PlainDate>;
/** A plain date on which a stay may begin or end. */
export const StayDay = PlainDate.refine(isStayDay, { error: 'must be a day of the years 1900 to 2999' });

/** A range of consecutive rows or columns of a grid. */
export const Span = z.strictObject({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(MAX_ENTRIES.page),
});
export type Span = z.infer<typeof Span>;

/** One of the two HTTP APIs (service.md §1.1). */
export const Api = z.enum(['openApi', 'booking']);
export type Api = z.infer<typeof Api>;

/** The source of a default value (service.md defines `spec`, `documented` and `observed`). */
export const Provenance = z.enum(['spec', 'documented', 'observed', 'found', 'yours']);
export type Provenance = z.infer<typeof Provenance>;

/**
 * The clock of a connection: `now = anchorVirtual + (machineNow - anchorMachine) * rate`. A real connection has rate 1; the sandbox may run faster.
 * In a snapshot with a clock, all instants are on that clock.
 */
export const ClockFace = z.strictObject({
  anchorMachine: EpochMs,
  anchorVirtual: EpochMs,
  rate: z.number().positive(),
});
export type ClockFace = z.infer<typeof ClockFace>;

/** Building blocks of all schemas: instants, plain dates, identifiers and JSON. */
import { z } from 'zod';
import { isPlainDate, isStayDay } from '../time/plain-date.ts';

export { dayNumber, daysInMonth, isPlainDate, nightsBetween, plainDateOf } from '../time/plain-date.ts';

/** The last instant that a Date can hold. */
const MAX_DATE_MS = 8.64e15;

/** An absolute instant in epoch milliseconds, read on the clock of the connection it belongs to. */
export const EpochMs = z.number().min(-MAX_DATE_MS).max(MAX_DATE_MS);

/** An opaque identifier made by this console. */
export const Id = z.string().min(1).max(100);
export type Id = z.infer<typeof Id>;

/** Any JSON value: `null`, boolean, number, string, array or object, at any depth. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON of a server, of unknown shape, kept whole (service.md §1.5). The boundary does not validate its content. */
export const Json = z.custom<Json>((value) => value !== undefined, { error: 'must be a JSON value' });

/** A calendar day `YYYY-MM-DD` that exists; it never passes through a UTC `Date`. */
export const PlainDate = z.string().max(10).refine(isPlainDate, { error: 'must be a calendar day written YYYY-MM-DD' });
export type PlainDate = z.infer<typeof PlainDate>;
/** A plain date on which a stay may begin or end. */
export const StayDay = PlainDate.refine(isStayDay, { error: 'must be a day of the years 1900 to 2999' });

/** One of the two HTTP interfaces (service.md §1.1). */
export const Api = z.enum(['openApi', 'booking']);
export type Api = z.infer<typeof Api>;

/** The source of a default value, shown on the screens (service.md explains the marks). */
export const Provenance = z.enum(['spec', 'documented', 'observed', 'found', 'yours']);
export type Provenance = z.infer<typeof Provenance>;

/**
 * How a connection's time relates to this machine's: `now = anchorVirtual + (machineNow - anchorMachine) * rate`.
 * Real connections have rate 1; the sandbox may run faster. All instants in a snapshot are on this clock.
 */
export const ClockFace = z.strictObject({
  anchorMachine: EpochMs,
  anchorVirtual: EpochMs,
  rate: z.number().positive(),
});
export type ClockFace = z.infer<typeof ClockFace>;

/** Building blocks of all schemas: instants, plain dates, identifiers and JSON. */
import { z } from 'zod';

/** An absolute instant in epoch milliseconds, read on the clock of the connection it belongs to. */
export const EpochMs = z.number();

/** An opaque identifier made by this console. */
export const Id = z.string().min(1).max(100);
export type Id = z.infer<typeof Id>;

/** Any JSON value: `null`, boolean, number, string, array or object, at any depth. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Server JSON of unknown shape, kept whole (spec.md, "Records without shown fields"). The boundary does not validate inside it. */
export const Json = z.custom<Json>((value) => value !== undefined, { error: 'must be a JSON value' });

/** A calendar day `YYYY-MM-DD` that exists; it never passes through a UTC `Date`. */
export const PlainDate = z.string().max(10).refine(isPlainDate, { error: 'must be a calendar day written YYYY-MM-DD' });
export type PlainDate = z.infer<typeof PlainDate>;

/** True when `text` is an existing calendar day written `YYYY-MM-DD`. */
export function isPlainDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Days of a month, 28–31; `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** A day number that grows by one per calendar day, for counting nights; throws on a date that does not exist. */
export function dayNumber(date: PlainDate): number {
  if (!isPlainDate(date)) throw new RangeError(`not a calendar day: ${date}`);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000);
}

/** The plain date of a day number made by {@link dayNumber}. */
export function plainDateOf(dayNumberValue: number): PlainDate {
  return new Date(dayNumberValue * 86_400_000).toISOString().slice(0, 10);
}

/** The nights between two plain dates; negative when check-out is before check-in. */
export function nightsBetween(checkIn: PlainDate, checkOut: PlainDate): number {
  return dayNumber(checkOut) - dayNumber(checkIn);
}

/** Which of the two HTTP interfaces (spec.md, "What the service does"). */
export const Api = z.enum(['openApi', 'booking']);
export type Api = z.infer<typeof Api>;

/** Where a default comes from; the screens show it (domain.md, first paragraph). */
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

/** The instant on a connection's clock that corresponds to `machineNow`. */
export function readClock(face: ClockFace, machineNow: number): number {
  return face.anchorVirtual + (machineNow - face.anchorMachine) * face.rate;
}

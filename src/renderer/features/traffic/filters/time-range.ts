/** Whole days on the reader's clock as stretches of time, and a range as a person types it. Pure. */
import { formatInstant } from '../../../text/format.ts';
import type { TimeRange } from './traffic-filters.ts';

/** The day that is `daysAgo` before the one of `now`, from midnight to midnight where the reader is. */
export function dayOf(now: number, daysAgo = 0): TimeRange {
  const day = new Date(now);
  const midnight = (offset: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + offset - daysAgo).getTime();
  return { from: midnight(0), until: midnight(1) };
}

const isSame = (one: TimeRange, other: TimeRange): boolean => one.from === other.from && one.until === other.until;

/** "today, 21 Nov", "yesterday, 20 Nov" or "19 Nov" for a range that is a whole day; `null` for another one. */
export function wholeDayText(range: TimeRange, now: number): string | null {
  const day = formatInstant(range.from, { style: 'day' });
  if (isSame(range, dayOf(now))) return `today, ${day}`;
  if (isSame(range, dayOf(now, 1))) return `yesterday, ${day}`;
  return isSame(range, dayOf(range.from)) ? day : null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as a field for date and time holds it: "2026-11-20T21:05", with seconds where there are any. */
export function toInputValue(at: number): string {
  const date = new Date(at);
  const seconds = date.getSeconds() === 0 ? '' : `:${two(date.getSeconds())}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds}`;
}

/** What was typed as an instant where the reader is, in epoch ms; `null` while it is none. */
export function parseInputValue(typed: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? new Date(typed).getTime() : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

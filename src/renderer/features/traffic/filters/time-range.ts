/** Converts days and local dates with times to instants (epoch ms) and back, in the reader's time zone. Pure. */
import { formatInstant } from '../../../text/format.ts';
import type { TimeRange } from './traffic-filters.ts';

/** The day `daysAgo` days before `now`, from midnight to midnight in the reader's time zone. */
export function dayOf(now: number, daysAgo = 0): TimeRange {
  const day = new Date(now);
  const midnight = (offset: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + offset - daysAgo).getTime();
  return { from: midnight(0), until: midnight(1) };
}

const isSameRange = (one: TimeRange, other: TimeRange): boolean => one.from === other.from && one.until === other.until;

/** A range that is one day, as text: "today, 21 Nov", "yesterday, 20 Nov" or "19 Nov"; null for any other range. */
export function wholeDayText(range: TimeRange, now: number): string | null {
  const day = formatInstant(range.from, { style: 'day' });
  if (isSameRange(range, dayOf(now))) return `today, ${day}`;
  if (isSameRange(range, dayOf(now, 1))) return `yesterday, ${day}`;
  return isSameRange(range, dayOf(range.from)) ? day : null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** An instant as a local date and time: "2026-11-20T21:05", with seconds unless they are 0. */
export function toInputValue(at: number): string {
  const date = new Date(at);
  const seconds = date.getSeconds() === 0 ? '' : `:${twoDigits(date.getSeconds())}`;
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}${seconds}`;
}

/** The instant (epoch ms) of a local date and time; null when the text is incomplete. */
export function parseInputValue(typed: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? new Date(typed).getTime() : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

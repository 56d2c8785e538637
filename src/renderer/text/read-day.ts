/** Reads a day, or a range of days, as a person writes it: "5 Jan", "friday", "12–19 Dec". Wraps chrono-node; only plain dates leave this module. */
import type { ParsedComponents } from 'chrono-node';
import { casual } from 'chrono-node/en';
import { addDays, dayNumber, isPlainDate, isStayDay, partsOf } from '../../shared/plain-date.ts';

/**
 * What a text names: `day` as a plain date, `weekday` the next one from today; `yearly` a day and month without a year; `month` a month, its
 * year null when the text has none.
 */
export type NamedDay =
  | { readonly kind: 'day' | 'weekday'; readonly date: string }
  | { readonly kind: 'yearly'; readonly month: number; readonly day: number }
  | { readonly kind: 'month'; readonly year: number | null; readonly month: number };

export interface NamedDays {
  readonly first: NamedDay;
  readonly last: NamedDay | null;
}

/** chrono reads a month that stands alone only in full. */
const MONTH_NAMES: Readonly<Record<string, string>> = {
  jan: 'january',
  feb: 'february',
  mar: 'march',
  apr: 'april',
  jun: 'june',
  jul: 'july',
  aug: 'august',
  sep: 'september',
  oct: 'october',
  nov: 'november',
  dec: 'december',
};
const SHORT_MONTH = /^(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?= \d{4}$|$)/;

/** A leap day without a year, which chrono reads only in a leap year. */
const LEAP_DAY = /\b(?:29(?:th)?(?= (?:of )?feb(?:ruary)?\b(?! \d{4}))|(?<=\bfeb(?:ruary)? )29(?:th)?(?!,? \d{4})\b)/;

/** Words around a date that name none. */
const FILLERS = /\b(?:from|on|the|of|between|starting|at|in|arriving|arrive|check-?in|and|stay|staying)\b|[,.;()]/g;

/** The days that `text` names, relative to `today`; null when a part of the text is not read. */
export function readDays(text: string, today: string): NamedDays | null {
  // Noon in UTC, and a reference in UTC: no change of a local clock moves the day.
  const reference = { instant: new Date((dayNumber(today) + 0.5) * 86_400_000), timezone: 0 };
  const named = text.replace(SHORT_MONTH, (name) => MONTH_NAMES[name] ?? name);
  const full = named.replace(LEAP_DAY, '28');
  const [result, ...others] = casual.parse(full, reference, { forwardDate: true });
  if (!result || others.length > 0) return null;
  const rest = (full.slice(0, result.index) + full.slice(result.index + result.text.length)).replaceAll(FILLERS, ' ');
  if (rest.trim() !== '') return null;
  const first = namedDay(result.start, today);
  const last = result.end ? namedDay(result.end, today) : null;
  if (first === null || (result.end && last === null)) return null;
  if (full === named) return { first, last };
  return last !== null && isDayBeforeLeapDay(last)
    ? { first, last: { ...last, day: 29 } }
    : { first: isDayBeforeLeapDay(first) ? { ...first, day: 29 } : first, last };
}

const isDayBeforeLeapDay = (day: NamedDay): day is Extract<NamedDay, { kind: 'yearly' }> =>
  day.kind === 'yearly' && day.month === 2 && day.day === 28;

function namedDay(parts: ParsedComponents, today: string): NamedDay | null {
  if (parts.isCertain('hour')) return null;
  const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')];
  if (year === null || month === null || day === null) return null;
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  if (!isStayDay(date)) return null;
  if (parts.isCertain('month') && !parts.isCertain('day'))
    return { kind: 'month', year: parts.isCertain('year') ? year : null, month };
  if (parts.isCertain('month') && !parts.isCertain('year')) return { kind: 'yearly', month, day };
  // A weekday without a date is the next such day; chrono may return one of the past week.
  const isWeekday = parts.isCertain('weekday') && !parts.isCertain('day');
  return isWeekday ? { kind: 'weekday', date: date < today ? addDays(date, 7) : date } : { kind: 'day', date };
}

/** The first day with this day and month that is not before `earliest`; null for a day that no year has. */
export function nextYearly(month: number, day: number, earliest: string): string | null {
  const { year } = partsOf(earliest);
  const padded = (value: number) => String(value).padStart(2, '0');
  // A leap day may be eight years away.
  for (let next = year; next <= year + 8; next += 1) {
    const date = `${String(next).padStart(4, '0')}-${padded(month)}-${padded(day)}`;
    if (isPlainDate(date) && date >= earliest) return date;
  }
  return null;
}

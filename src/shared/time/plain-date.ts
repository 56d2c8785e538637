/**
 * Arithmetic with calendar days written `YYYY-MM-DD`. It uses no `Date` and no time zone, because a day is not an instant. The algorithm counts the
 * days of the proleptic Gregorian calendar in eras of 400 years (Howard Hinnant, "chrono-compatible low-level date algorithms").
 */

const DAYS_PER_ERA = 146_097;
/** The number of days from 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT = 719_468;
const [MIN_YEAR, MAX_YEAR] = [0, 9_999];

/** True for an existing calendar day written `YYYY-MM-DD`. */
export function isPlainDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** True for a stay day: a calendar day of the years 1900 to 2999. The bounds leave room for days that are some years earlier or later. */
export const isStayDay = (text: string): boolean => isPlainDate(text) && text >= '1900-01-01' && text <= '2999-12-31';

/** Returns the number of days of a month (28 to 31); `month` counts from 1. */
export function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Converts a plain date to its day number: 0 for 1970-01-01, 1 for the next day. Throws RangeError for a date that does not exist. */
export function dayNumber(date: string): number {
  const { year, month, day } = partsOf(date);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
}

/** Converts a {@link dayNumber} to a plain date. Throws RangeError outside the years 0000 to 9999. */
export function plainDateOf(dayNumberValue: number): string {
  const shifted = dayNumberValue + EPOCH_SHIFT;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return written(era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day);
}

/** Counts the nights between two plain dates; negative when check-out is before check-in. */
export function nightsBetween(checkIn: string, checkOut: string): number {
  return dayNumber(checkOut) - dayNumber(checkIn);
}

/** Adds days to a plain date; negative `days` give an earlier date. Throws RangeError for a date that does not exist. */
export const addDays = (date: string, days: number): string => plainDateOf(dayNumber(date) + days);

/** Adds months to a plain date: the same day, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const count = year * 12 + month - 1 + months;
  const [newYear, newMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return written(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

/** Returns the weekday of a plain date, from 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

/** Splits a plain date into year, month (from 1) and day. Throws RangeError for a date that does not exist. */
export function partsOf(date: string): { year: number; month: number; day: number } {
  if (!isPlainDate(date)) throw new RangeError(`not a calendar day: ${date}`);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return { year, month, day };
}

function written(year: number, month: number, day: number): string {
  if (!(year >= MIN_YEAR && year <= MAX_YEAR)) throw new RangeError('a year before 0000 or after 9999');
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

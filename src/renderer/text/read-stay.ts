/**
 * Reads a stay as a person writes it, in six languages: "12–19 Dec", "next weekend", "3 nights from 5 Jan", "Ostern", "du 12 au 19 juillet". An
 * ambiguous text has several readings; a text that is not fully understood has none.
 */
import {
  addDays,
  addMonths,
  daysInMonth,
  isStayDay,
  nightsBetween,
  partsOf,
  weekdayOf,
} from '../../shared/time/plain-date.ts';
import { formatMonth, formatPlainDate, formatPlainRange, formatWeekday } from './format.ts';
import { feastIn } from './stay/feasts.ts';
import { type End, meaningOfTokens, type Span, type WrittenMonth } from './stay/grammar.ts';
import { type Order, tokensOf } from './stay/tokens.ts';

interface WholeStay {
  readonly checkIn: string;
  readonly checkOut: string;
}

/** A typed wish for Flexible dates: a month ("2027-07"), whether only its weekends count, and the nights if the text names them. */
export interface FlexibleStay {
  readonly month: string;
  readonly weekends: boolean;
  readonly nights: number | null;
}

/**
 * The meaning of a typed text. `stays`: one stay, or several possible stays, the likeliest first. `ask`: stays that a person must confirm, and why.
 * `flexible`: a month for Flexible dates, and the stays in the text. `arrival`: a check-in day, and `others` that are possible. `issue`: why the text
 * is no stay.
 */
export type StayReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'stays'; readonly stays: readonly [WholeStay, ...WholeStay[]] }
  | { readonly kind: 'ask'; readonly stays: readonly WholeStay[]; readonly message: string }
  | {
      readonly kind: 'flexible';
      readonly flexible: FlexibleStay;
      readonly stays: readonly WholeStay[];
      readonly message: string;
    }
  | { readonly kind: 'arrival'; readonly checkIn: string; readonly others: readonly string[] }
  | { readonly kind: 'issue'; readonly message: string };

const MAX_NIGHTS = 365;
/** The maximum number of nights without a written year; a longer stay is more likely a mistake, or another order of day and month. */
const MAX_SHORT_NIGHTS = 60;
const [SUNDAY, MONDAY, FRIDAY, SATURDAY] = [0, 1, 5, 6];

const issue = (message: string): StayReading => ({ kind: 'issue', message });
const unread = (text: string): StayReading =>
  issue(`“${text.trim()}” names no dates. Write “12–19 Dec”, “next weekend” or “3 nights from 5 Jan”.`);

/** Reads a typed text as a stay. `today` is the day on which it was typed. `monthFirst`: the person writes 1/2 for 2 January. */
export function readStay(text: string, today: string, { monthFirst = false } = {}): StayReading {
  if (text.trim() === '') return { kind: 'empty' };
  const [order, other]: Order[] = monthFirst ? ['monthFirst', 'dayFirst'] : ['dayFirst', 'monthFirst'];
  const reading = readIn(text, today, order ?? 'dayFirst');
  if (!reading.isOrderOpen) return reading.result ?? unread(text);
  const second = readIn(text, today, other ?? 'monthFirst').result;
  return bothOf(reading.result ?? unread(text), second);
}

/** Reads a typed text as a day up to `today`, such as "yesterday", "19 Nov" or "Monday"; null for any other text. */
export function readPastDay(text: string, today: string, { monthFirst = false } = {}): string | null {
  const read = tokensOf(text, monthFirst ? 'monthFirst' : 'dayFirst');
  const sense = read && meaningOfTokens(read.tokens);
  if (sense?.span?.kind !== 'ends' || sense.span.last !== null || sense.nights !== null) return null;
  const day = latestOf(sense.span.first, today);
  return day !== null && day <= today ? day : null;
}

/** The latest day up to today with a written weekday, or with a day and a month; other texts name one day. */
function latestOf(end: End, today: string): string | null {
  if (end.kind === 'weekday') return end.isNext ? null : addDays(nextOf(end.weekday, addDays(today, 1)), -7);
  if (end.kind === 'day' && end.day.year === null)
    return nextYearly(end.day.month, end.day.day, addDays(addMonths(today, -12), 1));
  return dateOf(end, today);
}

/** Joins the readings of the two orders of day and month. `second` is the less usual order, or null. */
function bothOf(first: StayReading, second: StayReading | null): StayReading {
  if (second === null || second.kind === 'issue') return first;
  if (first.kind === 'issue') return second;
  if (first.kind === 'arrival')
    return second.kind === 'arrival' ? { ...first, others: [...first.others, second.checkIn] } : first;
  if (second.kind !== 'stays') return first;
  if (first.kind === 'stays') return whole([...first.stays, ...second.stays]);
  return first.kind === 'ask' ? { ...first, stays: [...second.stays, ...first.stays] } : first;
}

/** Reads a text with one order of day and month. `result` is null for a text that is not understood. `isOrderOpen`: the other order may be meant. */
function readIn(text: string, today: string, order: Order): { result: StayReading | null; isOrderOpen: boolean } {
  const read = tokensOf(text, order);
  if (read === null) return { result: null, isOrderOpen: false };
  const sense = meaningOfTokens(read.tokens);
  return { result: sense && resolved(sense.span, sense.nights, today), isOrderOpen: read.isOrderOpen };
}

function resolved(span: Span | null, nights: number | null, today: string): StayReading | null {
  if (nights === 0) return issue('A stay has at least one night.');
  if (nights !== null && nights > MAX_NIGHTS) return issue(`A stay has at most ${MAX_NIGHTS} nights.`);
  if (span === null) return issue(`From which day? Write “${nights} nights from 5 Jan”.`);
  switch (span.kind) {
    case 'month':
      return monthReading(span.month, nights, today);
    case 'vague':
      return span.month && monthReading(span.month, nights, today);
    case 'weekends':
      return weekendsReading(span.month, span.at, nights, today);
    case 'weekend': {
      const coming = weekendFrom(today);
      if (span.weeks === 0) return forNights([coming], nights);
      const named = weekendFrom(mondayAfter(today, span.weeks));
      // Before the weekend of this week, "next weekend" may mean that weekend.
      const both = span.weeks === 1 && coming.checkIn !== named.checkIn ? [named, coming] : [named];
      return forNights(both, nights);
    }
    case 'week': {
      const checkIn = mondayAfter(today, span.weeks);
      return forNights([{ checkIn, checkOut: addDays(checkIn, 7) }], nights);
    }
    case 'weekOf': {
      const checkIn = dateOf(span.end, today);
      return checkIn === null ? null : checked({ checkIn, checkOut: addDays(checkIn, nights ?? 7) }, today);
    }
    case 'weekendOf':
      return weekendOf(span.end, nights, today);
    case 'ends':
      return span.last === null ? oneEnd(span.first, nights, today) : range(span.first, span.last, nights, today);
  }
}

/** Reads one day as an arrival, or as a stay if the text names nights. A feast means its usual stay. */
function oneEnd(first: End, nights: number | null, today: string): StayReading | null {
  if (first.kind === 'number') return null;
  if (first.kind === 'weekday' && first.isNext) return nextWeekday(first.weekday, nights, today);
  if (first.kind === 'feast') {
    const { day, from, until } = feastOf(first, today);
    if (from === until) return arrival(day, nights, today);
    if (nights === null) return checked({ checkIn: from, checkOut: until }, today);
    const stays = [...new Set([from, day])].map((checkIn) => ({ checkIn, checkOut: addDays(checkIn, nights) }));
    return whole(stays.filter(({ checkIn }) => checkIn >= today));
  }
  const checkIn = dateOf(first, today);
  if (checkIn === null) return null;
  return weekdayIssue(first, checkIn) ?? arrival(checkIn, nights, today);
}

function arrival(checkIn: string, nights: number | null, today: string): StayReading {
  if (nights !== null) return checked({ checkIn, checkOut: addDays(checkIn, nights) }, today);
  return checkIn < today ? past(checkIn) : { kind: 'arrival', checkIn, others: [] };
}

/** Reads "next Friday", which on a Thursday means tomorrow for some people, and a week later for others. */
function nextWeekday(weekday: number, nights: number | null, today: string): StayReading {
  const coming = nextOf(weekday, addDays(today, 1));
  const days = [...new Set([nextOf(weekday, mondayAfter(today, 1)), coming])];
  const [checkIn = coming, ...others] = days;
  if (nights === null) return { kind: 'arrival', checkIn, others };
  return whole(days.map((day) => ({ checkIn: day, checkOut: addDays(day, nights) })));
}

function range(first: End, last: End, nights: number | null, today: string): StayReading | null {
  if (first.kind === 'weekday' && first.isNext && last.kind === 'weekday') {
    return nextWeekday(first.weekday, ((last.weekday - first.weekday + 6) % 7) + 1, today);
  }
  const ends = endsOf(first, last, today);
  if (ends === null) return null;
  const { checkIn, checkOut } = ends;
  const mismatch = weekdayIssue(first, checkIn) ?? weekdayIssue(last, checkOut);
  if (mismatch) return mismatch;
  const named = nightsBetween(checkIn, checkOut);
  if (nights !== null && named > 0 && named !== nights)
    return issue(`From ${formatPlainDate(checkIn)} to ${formatPlainDate(checkOut)} is ${named} nights, not ${nights}.`);
  const reading = checked(ends, today);
  if (reading.kind !== 'stays' || named <= MAX_SHORT_NIGHTS || nights !== null || (hasYear(first) && hasYear(last)))
    return reading;
  return {
    kind: 'ask',
    stays: [ends],
    message: `From ${formatPlainDate(checkIn)} to ${formatPlainDate(checkOut)} is ${named} nights. Choose them if that is what you mean, or write the years.`,
  };
}

const hasYear = (end: End): boolean => (end.kind === 'day' && end.day.year !== null) || end.kind === 'date';

/** The first and the last day of a range. A day without a month or a year takes it from the other day. */
function endsOf(first: End, last: End, today: string): WholeStay | null {
  if (first.kind === 'number') {
    if (last.kind !== 'day') return null;
    const { year, month } = last.day;
    // "28 to 3 January" begins in December.
    const isMonthBefore = first.number > last.day.day;
    const begun = {
      year: isMonthBefore && month === 1 && year !== null ? year - 1 : year,
      month: isMonthBefore ? (month === 1 ? 12 : month - 1) : month,
    };
    return endsOf({ kind: 'day', day: { ...begun, day: first.number }, weekday: null }, last, today);
  }
  if (first.kind === 'weekday' && last.kind === 'day') {
    const checkOut = dateOf(last, today);
    return checkOut === null ? null : { checkIn: nextOf(first.weekday, addDays(checkOut, -7)), checkOut };
  }
  const from = first.kind === 'feast' ? feastOf(first, today).from : null;
  const checkIn = from ?? dateBefore(first, last, today);
  if (checkIn === null) return null;
  if (last.kind === 'number') {
    const { year, month } = partsOf(last.number < partsOf(checkIn).day ? addMonths(checkIn, 1) : checkIn);
    const checkOut = dateIn(year, month, last.number);
    return checkOut === null ? null : { checkIn, checkOut };
  }
  if (last.kind === 'feast') {
    const feast = feastOf(last, checkIn);
    return { checkIn, checkOut: feast.until };
  }
  const checkOut = dateOf(last, today, last.kind === 'weekday' ? addDays(checkIn, 1) : checkIn);
  return checkOut === null ? null : { checkIn, checkOut };
}

/** The first day of a range. If only the last day has a year, the first day is the latest such day before the last one. */
function dateBefore(first: End, last: End, today: string): string | null {
  if (first.kind !== 'day' || first.day.year !== null || last.kind !== 'day' || last.day.year === null)
    return dateOf(first, today);
  const { month, day } = first.day;
  const end = dateIn(last.day.year, last.day.month, last.day.day);
  const years = [last.day.year, last.day.year - 1];
  const found = years
    .map((year) => dateIn(year, month, day))
    .find((date) => date !== null && end !== null && date < end);
  return found ?? null;
}

/**
 * The date that one end of a typed stay names. Without a year, it is the next such date from `earliest` on. Null for a bare number, and for a date
 * that does not exist.
 */
function dateOf(end: End, today: string, earliest = today): string | null {
  if (end.kind === 'date') return addDays(today, end.offset);
  if (end.kind === 'weekday') return nextOf(end.weekday, earliest);
  if (end.kind === 'feast') return feastOf(end, earliest).day;
  if (end.kind === 'number') return null;
  const { year, month, day } = end.day;
  return year === null ? nextYearly(month, day, earliest) : dateIn(year, month, day);
}

function dateIn(year: number, month: number, day: number): string | null {
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return isStayDay(date) ? date : null;
}

/** The first day with this day and month that is not before `earliest`; null for a day that exists in no year. */
function nextYearly(month: number, day: number, earliest: string): string | null {
  const { year } = partsOf(earliest);
  // A leap day may be eight years away.
  for (let next = year; next <= year + 8; next += 1) {
    const date = dateIn(next, month, day);
    if (date !== null && date >= earliest) return date;
  }
  return null;
}

function feastOf({ feast, year }: Extract<End, { kind: 'feast' }>, earliest: string) {
  if (year !== null) return feastIn(feast, year);
  const now = partsOf(earliest).year;
  const found = [now, now + 1].map((next) => feastIn(feast, next)).find(({ from }) => from >= earliest);
  return found ?? feastIn(feast, now + 1);
}

/** The issue when a weekday in the text contradicts the date; null when it does not. */
function weekdayIssue(end: End, date: string): StayReading | null {
  if (end.kind !== 'day' || end.weekday === null || weekdayOf(date) === end.weekday) return null;
  const named = formatWeekday(nextOf(end.weekday, date));
  return issue(`${formatPlainDate(date)} is a ${formatWeekday(date)}, not a ${named}.`);
}

function monthReading(written: WrittenMonth, nights: number | null, today: string): StayReading | null {
  const first = monthFrom(written, today);
  if (!isStayDay(first)) return null;
  if (first.slice(0, 7) < today.slice(0, 7)) return issue('That month is in the past.');
  const month = formatMonth(first);
  const days = formatPlainRange(addDays(first, 7), addDays(first, 7 + (nights ?? 2)), 'dayMonth');
  return {
    kind: 'flexible',
    flexible: { month: first.slice(0, 7), weekends: false, nights },
    stays: [],
    message: `Which days of ${month}? Write “${days}”.`,
  };
}

function weekendsReading(
  written: WrittenMonth,
  at: number | null,
  nights: number | null,
  today: string,
): StayReading | null {
  const first = monthFrom(written, today);
  if (!isStayDay(first)) return null;
  const all = weekendsOf(first).filter(({ checkIn }) => checkIn >= today);
  if (all.length === 0) return issue('Every weekend of that month is in the past.');
  if (at !== null) {
    const chosen = weekendsOf(first).at(at);
    return chosen && chosen.checkIn >= today ? forNights([chosen], nights) : issue('That weekend is in the past.');
  }
  return {
    kind: 'flexible',
    flexible: { month: first.slice(0, 7), weekends: true, nights },
    stays: all,
    message: `Which weekend of ${formatMonth(first)}?`,
  };
}

/** The first day of a month; if the text names no year, of the next such month. */
function monthFrom({ year, month, offset }: WrittenMonth, today: string): string {
  const now = partsOf(today);
  if (month === null) return addMonths(`${today.slice(0, 8)}01`, offset);
  const chosen = year ?? (month < now.month ? now.year + 1 : now.year);
  return `${String(chosen).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** Reads a weekend that contains a day or begins with it. For a day between two weekends, a person must choose. */
function weekendOf(end: End, nights: number | null, today: string): StayReading | null {
  if (end.kind === 'feast') {
    const { from, until } = feastOf(end, today);
    if (from !== until) return forNights([{ checkIn: from, checkOut: until }], nights);
  }
  const date = dateOf(end, today);
  if (date === null) return null;
  const mismatch = weekdayIssue(end, date);
  if (mismatch) return mismatch;
  const weekday = weekdayOf(date);
  if (weekday === FRIDAY || weekday === SATURDAY || weekday === SUNDAY) {
    const friday = addDays(date, -((weekday - FRIDAY + 7) % 7));
    const checkIn = friday < today && date >= today ? date : friday;
    return checked({ checkIn, checkOut: addDays(friday, nights ?? 2) }, today);
  }
  const after = weekendFrom(date);
  const before = { checkIn: addDays(after.checkIn, -7), checkOut: addDays(after.checkOut, -7) };
  return {
    kind: 'ask',
    stays: [before, after].filter(({ checkIn }) => checkIn >= today),
    message: `${formatPlainDate(date)} is a ${formatWeekday(date)}. The weekend before it, or the one after it?`,
  };
}

/** Returns the next weekend, Friday to Sunday, that begins on `from` or later. For a Saturday, returns the rest of its weekend, one night. */
function weekendFrom(from: string): WholeStay {
  const weekday = weekdayOf(from);
  if (weekday === SATURDAY) return { checkIn: from, checkOut: addDays(from, 1) };
  const checkIn = addDays(from, (FRIDAY - weekday + 7) % 7);
  return { checkIn, checkOut: addDays(checkIn, 2) };
}

/** The weekends whose Saturday is in the month of `first`. */
function weekendsOf(first: string): WholeStay[] {
  const { year, month } = partsOf(first);
  return Array.from({ length: daysInMonth(year, month) }, (_, index) => addDays(first, index))
    .filter((date) => weekdayOf(date) === SATURDAY)
    .map((saturday) => ({ checkIn: addDays(saturday, -1), checkOut: addDays(saturday, 1) }));
}

/** The next day with this weekday, from `earliest` on. */
const nextOf = (weekday: number, earliest: string): string =>
  addDays(earliest, (weekday - weekdayOf(earliest) + 7) % 7);

/** The Monday that is `weeks` weeks after the Monday on or before `date`. */
const mondayAfter = (date: string, weeks: number): string =>
  addDays(date, 7 * weeks - ((weekdayOf(date) - MONDAY + 7) % 7));

const past = (checkIn: string): StayReading => issue(`${formatPlainDate(checkIn)} is in the past.`);

/** Gives each stay the number of nights that the text names, from the stay's own first day on. */
const forNights = (stays: readonly WholeStay[], nights: number | null): StayReading =>
  whole(nights === null ? stays : stays.map(({ checkIn }) => ({ checkIn, checkOut: addDays(checkIn, nights) })));

function checked(stay: WholeStay, today: string): StayReading {
  const { checkIn, checkOut } = stay;
  const nights = nightsBetween(checkIn, checkOut);
  if (nights === 0) return issue('Check-in and check-out are the same day; a stay has at least one night.');
  if (nights < 0)
    return issue(`Check-out on ${formatPlainDate(checkOut)} is before check-in on ${formatPlainDate(checkIn)}.`);
  if (checkIn < today) return past(checkIn);
  return nights > MAX_NIGHTS ? issue(`A stay has at most ${MAX_NIGHTS} nights.`) : whole([stay]);
}

function whole(stays: readonly WholeStay[]): StayReading {
  const unique = stays.filter(
    (stay, at) =>
      stays.findIndex(({ checkIn, checkOut }) => checkIn === stay.checkIn && checkOut === stay.checkOut) === at,
  );
  const [first, ...others] = unique;
  if (!first) return issue('These dates are in the past.');
  return { kind: 'stays', stays: [first, ...others] };
}

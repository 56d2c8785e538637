/**
 * Reads a stay as a person writes it: "12–19 Dec", "next weekend", "3 nights from 5 Jan", "tomorrow for a week". It loads a date parser of its
 * own, so the page imports it when a person types.
 */
import { addDays, daysInMonth, nightsBetween, partsOf, weekdayOf } from '../../shared/plain-date.ts';
import { formatPlainDate } from './format.ts';
import { type NamedDay, type NamedDays, nextYearly, readDays } from './read-day.ts';

interface WholeStay {
  readonly checkIn: string;
  readonly checkOut: string;
}

/**
 * `stays`: at least one, in order; several for "weekends in January". `arrival`: only a check-in day. `issue`: one sentence why the text is no
 * stay.
 */
export type StayReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'stays'; readonly stays: readonly [WholeStay, ...WholeStay[]] }
  | { readonly kind: 'arrival'; readonly checkIn: string }
  | { readonly kind: 'issue'; readonly message: string };

const MAX_NIGHTS = 365;
const FRIDAY = 5;
const SATURDAY = 6;
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const FEASTS: readonly [RegExp, string][] = [
  [/\b(?:new year'?s eve|silvester)\b/g, '31 december'],
  [/\bnew year(?:'?s)?(?: day)?\b/g, '1 january'],
  [/\b(?:christmas|xmas) eve\b/g, '24 december'],
  [/\b(?:christmas|xmas)(?: day)?\b/g, '25 december'],
];
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const issue = (message: string): StayReading => ({ kind: 'issue', message });
const unread = (text: string): StayReading =>
  issue(`“${text.trim()}” names no dates. Write “12–19 Dec”, “next weekend” or “3 nights from 5 Jan”.`);

/** Reads `text` on the day `today`. `monthFirst`: 1/2 is 2 January. */
export function readStay(text: string, today: string, { monthFirst = false } = {}): StayReading {
  const words = normalized(text, monthFirst);
  if (words === '') return { kind: 'empty' };
  const duration = takeDuration(words);
  if (!duration) return stayOf(words, today) ?? unread(text);
  const { nights, rest } = duration;
  if (nights === 0) return issue('A stay has at least one night.');
  if (nights > MAX_NIGHTS) return issue(`A stay has at most ${MAX_NIGHTS} nights.`);
  if (rest === '') return issue(`From which day? Write “${nights} nights from 5 Jan”.`);
  const from = stayOf(rest, today);
  if (!from) return unread(text);
  if (from.kind === 'arrival') return whole([{ checkIn: from.checkIn, checkOut: addDays(from.checkIn, nights) }]);
  if (from.kind !== 'stays') return from;
  // "3 nights next weekend" begins when the weekend begins; "5–9 Jan for 2 nights" contradicts itself.
  if (!/\bweek(?:end)?s?\b/.test(rest)) {
    const [{ checkIn, checkOut }] = from.stays;
    const named = nightsBetween(checkIn, checkOut);
    return named === nights
      ? from
      : issue(`From ${formatPlainDate(checkIn)} to ${formatPlainDate(checkOut)} are ${named} nights, not ${nights}.`);
  }
  return whole(from.stays.map(({ checkIn }) => ({ checkIn, checkOut: addDays(checkIn, nights) })));
}

/** Lower case, plain dashes and spaces, feasts as dates, and dates of digits with the month as a word. */
function normalized(text: string, monthFirst: boolean): string {
  let words = text
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212→]|->|\.{2,}|…/g, '-')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bday after tomorrow\b/g, 'in 2 days')
    .replaceAll(/\b(?:now|tonight)\b/g, 'today')
    .trim();
  for (const [feast, date] of FEASTS) words = words.replaceAll(feast, date);
  const dated = (first: string, second: string, year: string | undefined, firstIsMonth: boolean, original: string) => {
    const [month, day] = firstIsMonth ? [first, second] : [second, first];
    const name = MONTHS[Number(month) - 1];
    return name === undefined
      ? original
      : `${Number(day)} ${name}${year ? ` ${year.length === 2 ? `20${year}` : year}` : ''}`;
  };
  return words
    .replaceAll(/\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?/g, (all, one, two, year) => dated(one, two, year, false, all))
    .replaceAll(/\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\b/g, (all, one, two, year) =>
      dated(one, two, year, monthFirst, all),
    );
}

/** Takes "3 nights", "for a week" or "+ 3" out of a text; null without one. */
function takeDuration(words: string): { nights: number; rest: string } | null {
  const number = `\\d+|an?|${NUMBER_WORDS.join('|')}|couple of|a couple of`;
  const pattern = new RegExp(
    `(?:\\bfor )?(?<!\\bin )(?<!\\bin the next )\\b(${number}) ?(nights?|nts?|days?|weeks?|fortnights?)\\b(?: stay)?(?: (?:from|starting|beginning|after|as of|on))?`,
  );
  const match = pattern.exec(words) ?? /\+ ?(\d+)()$/.exec(words);
  if (!match) return null;
  const [phrase, count = '', unit = ''] = match;
  const asNumber = /^\d+$/.test(count) ? Number(count) : wordNumber(count);
  const length = unit.startsWith('week') ? 7 : unit.startsWith('fortnight') ? 14 : 1;
  const rest = `${words.slice(0, match.index)} ${words.slice(match.index + phrase.length)}`.replace(/\s+/g, ' ').trim();
  return { nights: asNumber * length, rest: rest.replace(/[,;]$/, '').trim() };
}

function wordNumber(word: string): number {
  if (word.endsWith('couple of')) return 2;
  return word.startsWith('a') ? 1 : NUMBER_WORDS.indexOf(word);
}

/** The stay or the arrival that words without a duration name; null when they are not read. */
function stayOf(words: string, today: string): StayReading | null {
  return weekends(words, today) ?? week(words, today) ?? days(words, today);
}

function weekends(words: string, today: string): StayReading | null {
  const order = `${ORDINALS.join('|')}|last|1st|2nd|3rd|4th|5th`;
  const match =
    new RegExp(
      `^(?:on |at )?(?:the |an?y? |every |all )?(?:(this|coming|next|${order}) )?weekends?(?: (?:in|of|during|around|after|from) (.+))?$`,
    ).exec(words) ?? /^(?:an? |the |all |every )?()(.+?) weekends?$/.exec(words);
  if (!match) return null;
  const [, which = '', rest] = match;
  if (rest === undefined) return whole([weekendFrom(which === 'next' ? nextMonday(today) : today)]);
  const named = readDays(rest, today);
  if (!named || named.last) return null;
  if (named.first.kind !== 'month') {
    const date = resolve(named.first, today);
    // The weekend of a Sunday began on the Friday before it.
    return date === null ? null : checked(weekendFrom(weekdayOf(date) === 0 ? addDays(date, -2) : date), today);
  }
  const all = weekendsOf(monthFrom(named.first, today)).filter(({ checkIn }) => checkIn >= today);
  const [first] = all;
  if (!first) return issue('Every weekend of that month is past.');
  const at =
    which === 'last'
      ? all.length - 1
      : ORDINALS.findIndex((word, index) => word === which || which.startsWith(String(index + 1)));
  const chosen = at < 0 ? undefined : all[at];
  return whole(chosen ? [chosen] : all);
}

/** "next week", "the week of 4 Jan". */
function week(words: string, today: string): StayReading | null {
  if (/^(?:the )?next week$/.test(words)) {
    const checkIn = nextMonday(today);
    return whole([{ checkIn, checkOut: addDays(checkIn, 7) }]);
  }
  const rest = /^(?:the )?week (?:of|from|starting|beginning) (.+)$/.exec(words)?.[1];
  const named = rest === undefined ? null : readDays(rest, today);
  if (!named || named.last || named.first.kind === 'month') return null;
  const checkIn = resolve(named.first, today);
  return checkIn === null ? null : checked({ checkIn, checkOut: addDays(checkIn, 7) }, today);
}

function days(words: string, today: string): StayReading | null {
  // chrono swaps the days of a range that ends before it begins.
  const named = splitDays(words, today) ?? readDays(words, today);
  if (!named) return null;
  const { first, last } = named;
  if (first.kind === 'month' || last?.kind === 'month') {
    const name = first.kind === 'month' ? MONTHS[first.month - 1] : 'jan';
    const month = `${name?.slice(0, 1).toUpperCase()}${name?.slice(1)}`;
    return issue(`Which days? Write “8–10 ${month}” or “weekends in ${month}”.`);
  }
  const checkIn = resolve(first, today);
  if (checkIn === null) return null;
  if (last === null) return checkIn < today ? past(checkIn) : { kind: 'arrival', checkIn };
  const checkOut = resolve(last, last.kind === 'weekday' ? addDays(checkIn, 1) : checkIn);
  return checkOut === null ? null : checked({ checkIn, checkOut }, today);
}

/** Reads "3 jan until the 7th": two days, of which one may lack its month. */
function splitDays(words: string, today: string): NamedDays | null {
  const match =
    /^(.+?)(?: - | to (?:the )?| until | till | through | and )(.+)$/.exec(words) ?? /^(.+?) ?- ?(.+)$/.exec(words);
  if (!match) return null;
  const [, left = '', right = ''] = match;
  const bare = /^(?:the |from |from the )?(\d{1,2})(?:st|nd|rd|th)?$/;
  const monthOf = (text: string) => /[a-z]{3,}(?: \d{4})?$|(?<= )[a-z]{3,}/.exec(text)?.[0] ?? '';
  const readOne = (text: string, other: string): NamedDay | null => {
    const day = bare.exec(text)?.[1];
    const read = readDays(day === undefined ? text : `${day} ${monthOf(other)}`, today);
    return read && !read.last ? read.first : null;
  };
  const [first, last] = [readOne(left, right), readOne(right, left)];
  return first && last ? { first, last } : null;
}

/** The plain date of a named day, the next one from `earliest` for a weekday or a day without a year. */
function resolve(named: NamedDay, earliest: string): string | null {
  if (named.kind === 'day') return named.date;
  if (named.kind === 'weekday')
    return addDays(named.date, 7 * Math.max(0, Math.ceil(nightsBetween(named.date, earliest) / 7)));
  return named.kind === 'yearly' ? nextYearly(named.month, named.day, earliest) : null;
}

/** The first day of a month: of the next such month for one without a year. */
function monthFrom({ year, month }: Extract<NamedDay, { kind: 'month' }>, today: string): string {
  const now = partsOf(today);
  const chosen = year ?? (month < now.month ? now.year + 1 : now.year);
  return `${String(chosen).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** Friday to Sunday of the weekend that `from` is in or before; from Saturday on, the weekend begins on that day. */
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

/** The Monday after `date`. */
const nextMonday = (date: string): string => addDays(date, ((1 - weekdayOf(date) + 6) % 7) + 1);

const past = (checkIn: string): StayReading => issue(`${formatPlainDate(checkIn)} is past.`);

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
  const [first, ...others] = stays;
  if (!first) throw new RangeError('a reading needs a stay');
  return { kind: 'stays', stays: [first, ...others] };
}

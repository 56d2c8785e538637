/** Formats numbers, money, dates and sizes by the machine's locale, or as the person chose in Settings. Words are English. */
import type { Money } from '../../shared/model/field.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import type { Party } from '../../shared/model/quote.ts';
import { isPlainDate } from '../../shared/time/plain-date.ts';
import { setTextFormats, type TextFormats } from '../../shared/time/text-formats.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time/units.ts';

/** The machine's or the person's formats; null until the window knows them. */
let formats: TextFormats | null = null;
let generation = 0;

/** Sets the formats for all later texts; drawn texts stay until they are drawn again. */
export function setFormats(next: TextFormats): void {
  if (formats?.locale === next.locale && formats.clock === next.clock) return;
  formats = next;
  setTextFormats(next);
  generation += 1;
  currencyFormats.clear();
  plainRanges.clear();
}

/** Makes a format at its first use, and anew after `setFormats`. Making a format is slow and would delay the first drawing. */
function once<Format>(make: () => Format): () => Format {
  let made: { readonly format: Format; readonly generation: number } | undefined;
  return () => {
    if (made?.generation !== generation) made = { format: make(), generation };
    return made.format;
  };
}

const locale = once(() => {
  if (formats) return formats.locale;
  // A number format is the fastest to make; a date format would take 15 ms of each start.
  const pageLocale = new Intl.NumberFormat().resolvedOptions().locale;
  return pageLocale.startsWith('en') ? pageLocale : 'en-GB';
});

/** The options for hours with or without AM and PM; empty to use the locale's own. */
const hours = (): { hourCycle?: 'h12' | 'h23' } =>
  formats?.clock === 'locale' ? {} : { hourCycle: formats?.clock ?? 'h23' };

const MAX_CURRENCIES = 500;

const integers = once(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 }));
const decimals = once(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }));
/** The option by which an amount that rounds to zero has no minus. */
const SIGN = { signDisplay: 'negative' } as const;
const amounts = once(
  () => new Intl.NumberFormat(locale(), { ...SIGN, minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const clockTime = once(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'short', ...hours() }));
const clockSeconds = once(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'medium', ...hours() }));
/** Whether times of day are written with AM and PM. */
export const hasTwelveHours = (): boolean => clockTime().resolvedOptions().hour12 === true;
const dayMonth = once(() => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short' }));
const dayMonthYear = once(() => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric' }));
const plainShort = once(
  () => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
const plainDayMonth = once(
  () => new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const plainWeekday = once(() => new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }));
const plainMonth = once(() => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }));
const plainWeekdayDay = once(
  () => new Intl.DateTimeFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const plainLong = once(
  () =>
    new Intl.DateTimeFormat(locale(), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** Formats a number with grouping and at most two decimals. */
export const formatNumber = (value: number): string =>
  (Number.isInteger(value) ? integers() : decimals()).format(value);

/** Formats a number briefly, never rounded up: "275", "1.2k", "16.5k", "120k". */
export function formatShortNumber(value: number): string {
  if (value < 1_000) return formatNumber(value);
  const thousands = value / 1_000;
  return `${formatNumber(thousands < 100 ? Math.floor(thousands * 10) / 10 : Math.floor(thousands))}k`;
}

const currencyFormats = new Map<string, Intl.NumberFormat>();

/** The format of a currency. `short`: without decimals that are zero. Throws a RangeError for an invalid code. */
function currencyFormat(currency: string, short: boolean): Intl.NumberFormat {
  const key = short ? `${currency} short` : currency;
  const known = currencyFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    ...SIGN,
    trailingZeroDisplay: short ? 'stripIfInteger' : 'auto',
  });
  // The service chooses the codes, so the number of kept formats is limited.
  if (currencyFormats.size < MAX_CURRENCIES) currencyFormats.set(key, made);
  return made;
}

/** Formats an amount in major units: "€1,234.50"; "1,234.50" without a currency, "12.00 XYZW" for a code that is not in ISO 4217. */
export function formatMoney(money: Money): string {
  const amount = exactOf(money);
  if (money.currency === null) return amounts().format(amount);
  try {
    return currencyFormat(money.currency, false).format(amount);
  } catch {
    return `${amounts().format(amount)} ${money.currency}`;
  }
}

/** Formats an amount without decimals that are zero, for a narrow place: "€338", "€338.40". */
export function formatShortMoney(money: Money): string {
  const amount = exactOf(money);
  if (money.currency === null) return decimals().format(amount);
  try {
    return currencyFormat(money.currency, true).format(amount);
  } catch {
    return `${decimals().format(amount)} ${money.currency}`;
  }
}

/** Returns the value to format: the exact decimal text if there is one, because `Intl` does not round it to a double. */
const exactOf = ({ amount, exact }: Money) => (exact ?? amount) as number | `${number}`;

/**
 * Formats an instant in the machine's time zone. `short`: "today 14:05", "tomorrow 09:00" or "21 Nov, 14:05"; `time`: "14:05:09"; `hour`: "14:05";
 * `day`: "21 Nov"; `long`: "21 Nov 2026, 14:05:09". `now` is on the connection's clock.
 */
export function formatInstant(
  at: number,
  options: { now?: number; style?: 'short' | 'time' | 'hour' | 'day' | 'long' } = {},
): string {
  const { now = Date.now(), style = 'short' } = options;
  const date = new Date(at);
  if (!Number.isFinite(date.getTime())) return 'at an unknown time';
  if (style === 'time') return clockSeconds().format(date);
  if (style === 'hour') return clockTime().format(date);
  if (style === 'day') return dayMonth().format(date);
  if (style === 'long') return `${dayMonthYear().format(date)}, ${clockSeconds().format(date)}`;
  const days = localDay(at) - localDay(now);
  const time = clockTime().format(date);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `tomorrow ${time}`;
  if (days === -1) return `yesterday ${time}`;
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return `${(sameYear ? dayMonth() : dayMonthYear()).format(date)}, ${time}`;
}

/** Formats the local day of an instant: "21 Nov". */
export const formatDay = (at: number): string => dayMonth().format(new Date(at));

function localDay(at: number): number {
  const date = new Date(at);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** Rounds a duration up to whole seconds, at least one. Takes and returns ms. */
export const wholeSeconds = (ms: number): number => Math.max(SECOND_MS, Math.ceil(ms / SECOND_MS) * SECOND_MS);

/** Formats the remaining time of a countdown: "23h 14m" from an hour on, "14:05" below, "0:00" at the end. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours}h ${String(minutes).padStart(2, '0')}m`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats an instant relative to now: "in 14 min", "3 min ago", "just now" within five seconds. */
export function formatRelative(at: number, now: number = Date.now()): string {
  const away = at - now;
  if (Math.abs(away) < 5 * SECOND_MS) return 'just now';
  const size = Math.abs(away);
  const rounded =
    size < MINUTE_MS
      ? `${Math.floor(size / SECOND_MS)} s`
      : size < HOUR_MS
        ? `${Math.floor(size / MINUTE_MS)} min`
        : size < 2 * DAY_MS
          ? `${Math.floor(size / HOUR_MS)} h`
          : `${Math.floor(size / DAY_MS)} days`;
  return away > 0 ? `in ${rounded}` : `${rounded} ago`;
}

/** The styles of a calendar day: "21 Nov 2026", "Sat, 21 Nov 2026" (`long`), "21 Nov" (`dayMonth`), "Sat, 21 Nov" (`weekdayDay`). */
const PLAIN_STYLES = { short: plainShort, long: plainLong, dayMonth: plainDayMonth, weekdayDay: plainWeekdayDay };

/** Formats a calendar day, which no time zone moves. Other text is returned unchanged. */
export function formatPlainDate(date: PlainDate, style: keyof typeof PLAIN_STYLES = 'short'): string {
  if (!isPlainDate(date)) return date;
  return PLAIN_STYLES[style]().format(new Date(`${date}T00:00:00Z`));
}

/** Formats the weekday of a calendar day: "Sat". */
export const formatWeekday = (date: PlainDate): string =>
  isPlainDate(date) ? plainWeekday().format(new Date(`${date}T00:00:00Z`)) : '';

/** Formats the month of a calendar day: "November 2026". */
export const formatMonth = (date: PlainDate): string =>
  isPlainDate(date) ? plainMonth().format(new Date(`${date}T00:00:00Z`)) : date;

/** Formats two calendar days as one range: "4–9 Dec 2026" or "28 Dec 2026 – 3 Jan 2027"; with `dayMonth`, without years. */
export function formatPlainRange(from: PlainDate, to: PlainDate, style: 'short' | 'dayMonth' = 'short'): string {
  if (!isPlainDate(from) || !isPlainDate(to)) return `${from} – ${to}`;
  return kept(plainRanges, `${from} ${to} ${style}`, () =>
    (style === 'dayMonth' ? plainDayMonth() : plainShort()).formatRange(
      new Date(`${from}T00:00:00Z`),
      new Date(`${to}T00:00:00Z`),
    ),
  );
}

/** The formatted ranges, cached because `Intl` takes 0.1 ms for each and a table repeats them. */
const plainRanges = new Map<string, string>();
const MAX_RANGES = 2_000;

function kept(texts: Map<string, string>, key: string, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make();
  if (texts.size >= MAX_RANGES) texts.clear();
  texts.set(key, text);
  return text;
}

/** Formats a size in bytes: "512 B", "12.4 kB", "3.1 MB" (powers of 1,000). */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const text = formatNumber(unit === 0 || value >= 99.95 ? Math.round(value) : Math.round(value * 10) / 10);
  return `${text} ${units[unit]}`;
}

/** Formats a count with its noun: "1 night", "3 nights"; `many` is an irregular plural. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Formats a number of guests, "2 guests"; null, which the service did not state, as "guests not stated". */
export const formatGuests = (guests: number | null): string =>
  guests === null ? 'guests not stated' : formatCount(guests, 'guest');

/** Formats a party: "4 guests: 2 adults, 2 children, 1 infant"; "4 guests" when nothing more is known. */
export function formatParty(guests: number | null, { adults, children, infants }: Party): string {
  const ages = [
    adults === null ? [] : formatCount(adults, 'adult'),
    children === null || children === 0 ? [] : formatCount(children, 'child', 'children'),
    infants === null || infants === 0 ? [] : formatCount(infants, 'infant'),
  ].flat();
  return ages.length === 0 ? formatGuests(guests) : `${formatGuests(guests)}: ${ages.join(', ')}`;
}

/** Marks a total that the console calculated: "our sum", or "our sum, without 2 unreadable lines" when `without` is 2. */
export const ourSumText = (without = 0): string =>
  without === 0 ? 'our sum' : `our sum, without ${formatCount(without, 'unreadable line')}`;

/** Converts a share from 0 to 1 to a length of CSS: `0.25` is `25%`. */
export const percent = (share: number): string => `${share * 100}%`;

/** Times in headers: Date, Retry-After and the resets of limits, given in seconds or as a date. */

/** The Date header, epoch ms; `null` when there is none. */
export function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** The Date header, epoch ms; `null` for an answer from a cache, because its Date lies in the past. */
export const currentDateOf = (headers: Headers): number | null =>
  Number(headers.get('age') ?? 0) > 0 ? null : dateOf(headers);

/** The longest credible wait. A larger number is not in seconds, or is nonsense. */
const MAX_WAIT_MS = 31 * 86_400_000;
/** A number from MIN_EPOCH_SECONDS (2001) on is an instant in seconds, and from MIN_EPOCH_MS on an instant in ms. */
const MIN_EPOCH_SECONDS = 1_000_000_000;
const MIN_EPOCH_MS = 100_000_000_000;

/**
 * The time for which a service asks to send nothing, in ms: Retry-After in seconds or as a date, else `ratelimit-reset` in seconds (service.md
 * §3.9, §4.4). `null` when neither is credible. The wait until a date begins at the answer's own Date, so a wrong clock of this machine does not
 * matter; for an answer without a Date it begins at `now`, the arrival of the answer (epoch ms).
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const retryAfter = headers.get('retry-after');
  return secondsMs(retryAfter) ?? dateWaitMs(retryAfter, headers, now) ?? secondsMs(headers.get('ratelimit-reset'));
}

/**
 * Works like {@link retryAfterMs}, but also accepts an instant or a wait that is not credible. Used for a quota, whose slots regenerate at a
 * known time at the latest.
 */
export function statedRetryMs(headers: Headers, now: number): number | null {
  const stated = ['retry-after', 'ratelimit-reset'].map((name) => statedWaitMs(headers.get(name), headers, now));
  return retryAfterMs(headers, now) ?? stated.find((wait) => wait !== null && wait >= 0) ?? null;
}

/** Milliseconds until a date; 0 when the date has passed. */
function dateWaitMs(text: string | null, headers: Headers, now: number): number | null {
  const date = numberIn(text) === null ? statedWaitMs(text, headers, now) : null;
  return date === null ? null : credible(Math.max(0, date));
}

/** Converts seconds to milliseconds; `null` when the number is not a credible wait. */
export function secondsMs(text: string | null): number | null {
  const seconds = numberIn(text);
  return seconds === null ? null : credible(Math.ceil(seconds * 1_000));
}

/** Milliseconds until a reset: in seconds from now, an instant in epoch seconds or ms, or a date. `null` when it is not credible. */
export function resetMs(text: string | null, headers: Headers, now: number): number | null {
  const wait = statedWaitMs(text, headers, now);
  return wait === null ? null : credible(wait);
}

/** The stated wait, credible or not; negative for an instant that has passed. */
export function statedWaitMs(text: string | null, headers: Headers, now: number): number | null {
  const number = numberIn(text);
  const serverNow = dateOf(headers) ?? now;
  if (number === null) {
    const date = dateIn(text);
    return Number.isNaN(date) ? null : Math.ceil(date - serverNow);
  }
  if (number < MIN_EPOCH_SECONDS) return Math.ceil(number * 1_000);
  return Math.ceil((number < MIN_EPOCH_MS ? number * 1_000 : number) - serverNow);
}

/** Reads a decimal number, with or without parameters after it: drafts of the RateLimit headers allow "5, 5;w=86400". */
function numberIn(text: string | null): number | null {
  const [, digits] = /^\s*(\d{1,15}(?:\.\d+)?)\s*(?:[,;].*)?$/.exec(text ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Parses a date to epoch ms; NaN for anything else. Date.parse reads "-5" as a year, so a date must contain a letter or begin as in ISO 8601. */
const dateIn = (text: string | null): number =>
  /[a-z]|^\s*\d{4}-\d\d-\d\d/i.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;

const credible = (waitMs: number): number | null => (waitMs >= 0 && waitMs <= MAX_WAIT_MS ? waitMs : null);

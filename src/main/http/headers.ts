/**
 * Reads headers of answers: times (Date, Retry-After, resets), rate limits, and the quota of a token answer. Rate limits have several forms:
 * X-RateLimit-{Limit,Remaining,Reset}-{Second,…}, the same without a window, and draft-ietf-httpapi-ratelimit-headers, before and since its eighth
 * version.
 */

import type { ServerQuota } from '../../shared/model/token.ts';
import { windowLength } from '../../shared/text/window-name.ts';
import { DAY_MS } from '../../shared/time/units.ts';

/**
 * One rate-limit window that headers report. `windowMs`: its length; `null` when the headers do not say. `resetMs`: the time from the answer to the
 * reset.
 */
export interface ReportedLimit {
  readonly windowMs: number | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetMs: number | null;
  /** The header that the limit was read from, in lower case; where several form one limit, that of the remaining count, or else of the limit. */
  readonly header: string;
}

const NAMED = /^(?:x-)?rate-?limit-(limit|remaining|reset)-(second|minute|hour|day)$/;
/** Matches every header that reports a limit, so that an answer without one needs no parsing. */
const ANY_LIMIT_HEADER = /rate-?limit/;
/** Prefixes of headers without a window; the first that has a value counts. */
const FAMILIES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** Reads all rate-limit windows from headers. A reset at an instant counts from the answer's Date or, without one, from `now` (epoch ms). */
export function readReportedLimits(headers: Headers, now: number): ReportedLimit[] {
  const names = [...headers.keys()].filter((name) => ANY_LIMIT_HEADER.test(name));
  if (names.length === 0) return [];
  const named = readNamed(headers, now);
  if (names.every((name) => NAMED.test(name))) return named;
  const policies = readPolicies(headers);
  const limits = [...named, ...readStructured(headers, policies), ...readWindowless(headers, policies, now)];
  const reported = new Set(limits.map(({ windowMs }) => windowMs));
  return [...limits, ...policies.filter(({ windowMs }) => !reported.has(windowMs)).map(limitOfPolicy)];
}

/** Reads X-RateLimit-{Limit,Remaining,Reset}-{Second,Minute,Hour,Day}. */
function readNamed(headers: Headers, now: number): ReportedLimit[] {
  const windows = new Map<string, { limit?: string; remaining?: string; reset?: string; header: string }>();
  for (const [header, value] of headers) {
    const [, what, window] = NAMED.exec(header) ?? [];
    if (what === undefined || window === undefined) continue;
    const known = windows.get(window) ?? { header };
    windows.set(window, { ...known, [what]: value, header: what === 'remaining' ? header : known.header });
  }
  return [...windows].flatMap(([window, { limit, remaining, reset, header }]) =>
    limitOf(windowLength(window), limit, remaining, resetMs(reset ?? null, headers, now), header),
  );
}

interface Policy {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Reads `RateLimit-Policy: "default";q=100;w=60`. Earlier drafts write `100;w=60`, also in RateLimit-Limit. */
function readPolicies(headers: Headers): Policy[] {
  const items = ['ratelimit-policy', 'ratelimit-limit', 'x-ratelimit-limit'].flatMap((header) =>
    readItems(headers.get(header) ?? ''),
  );
  return items.flatMap(({ name, parameters }) => {
    const limit = whole(parameters.get('q') ?? name);
    const seconds = whole(parameters.get('w') ?? parameters.get('window'));
    const unit = parameters.get('qu') ?? 'requests';
    return limit === null || seconds === null || seconds === 0 || unit !== 'requests'
      ? []
      : [{ name, limit, windowMs: seconds * 1_000 }];
  });
}

const limitOfPolicy = ({ windowMs, limit }: Policy): ReportedLimit => ({
  windowMs,
  limit,
  remaining: null,
  resetMs: null,
  header: 'ratelimit-policy',
});

/** Reads `RateLimit: "default";r=50;t=30`, whose window is in the policy of the same name. */
function readStructured(headers: Headers, policies: readonly Policy[]): ReportedLimit[] {
  return readItems(headers.get('ratelimit') ?? '').flatMap(({ name, parameters }) => {
    const remaining = whole(parameters.get('r'));
    const seconds = whole(parameters.get('t'));
    const policy = policies.find((it) => it.name === name);
    if (remaining === null) return [];
    const limit = policy?.limit ?? null;
    const reset = seconds === null ? null : seconds * 1_000;
    return [{ windowMs: policy?.windowMs ?? null, limit, remaining, resetMs: reset, header: 'ratelimit' }];
  });
}

/** Reads RateLimit-*, X-RateLimit-* and X-Rate-Limit-* without a window, and `RateLimit: limit=100, remaining=50, reset=5`. */
function readWindowless(headers: Headers, policies: readonly Policy[], now: number): ReportedLimit[] {
  const combined = new Map(
    [...(headers.get('ratelimit') ?? '').matchAll(/(?:^|[,;])\s*(limit|remaining|reset)=(\d+)/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  const sources = [
    { header: 'ratelimit', get: (what: string) => combined.get(what) ?? null },
    ...FAMILIES.map((family) => ({
      header: `${family}-remaining`,
      get: (what: string) => headers.get(`${family}-${what}`),
    })),
  ];
  for (const { header, get } of sources) {
    const limit = get('limit')?.split(/[,;]/)[0];
    const remaining = get('remaining') ?? undefined;
    const [policy, another] = policies.filter((it) => it.limit === whole(limit));
    const windowMs = policy && !another ? policy.windowMs : null;
    const found = limitOf(windowMs, limit, remaining, resetMs(get('reset'), headers, now), header);
    if (found.length > 0) return found;
  }
  return [];
}

function limitOf(
  windowMs: number | null,
  limitText: string | undefined,
  remainingText: string | undefined,
  reset: number | null,
  header: string,
): ReportedLimit[] {
  const [limit, remaining] = [whole(limitText), whole(remainingText)];
  return limit === null && remaining === null ? [] : [{ windowMs, limit, remaining, resetMs: reset, header }];
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : null;
}

interface Item {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads a list of items with parameters (structured fields, RFC 9651), leniently: `"default";q=100;w=60, 50;w=1`. */
function readItems(text: string): Item[] {
  return split(text, ',').flatMap((piece) => {
    const [name = '', ...rest] = split(piece, ';');
    const parameters = new Map(rest.map((parameter) => parameterOf(parameter)));
    return name === '' ? [] : [{ name: unquoted(name), parameters }];
  });
}

function parameterOf(parameter: string): [name: string, value: string] {
  const equals = parameter.indexOf('=');
  return equals < 0
    ? [parameter, '']
    : [parameter.slice(0, equals).trim().toLowerCase(), unquoted(parameter.slice(equals + 1).trim())];
}

/** Splits at a separator outside of quotes, and trims the pieces. */
function split(text: string, separator: string): string[] {
  const pieces = text.match(separator === ',' ? /(?:"[^"]*"|[^",])+/g : /(?:"[^"]*"|[^";])+/g) ?? [];
  return pieces.map((piece) => piece.trim());
}

const unquoted = (text: string): string => (/^".*"$/.test(text) ? text.slice(1, -1) : text);

/**
 * Reads the five quota headers (service.md §3.7), two of which repeat limit and remaining count; the smaller value counts. A remaining count above
 * the limit is ignored. `receivedAt` and `resetAt` are epoch ms on the same clock. `null` without these headers.
 */
export function readServerQuota(headers: Headers, receivedAt: number): ServerQuota | null {
  const limit = least(headers, ['ratelimit-limit', 'x-ratelimit-limit-day']);
  const left = least(headers, ['ratelimit-remaining', 'x-ratelimit-remaining-day']);
  const remaining = left === null || limit === null || left <= limit ? left : null;
  const untilReset = statedWaitMs(headers.get('ratelimit-reset'), headers, receivedAt);
  const isAhead = untilReset !== null && untilReset >= 0;
  if (limit === null && remaining === null && !isAhead) return null;
  return { limit, remaining, resetAt: isAhead ? receivedAt + untilReset : null, receivedAt };
}

function least(headers: Headers, names: readonly string[]): number | null {
  const counts = names.map((name) => count(headers, name)).filter((it) => it !== null);
  return counts.length === 0 ? null : Math.min(...counts);
}

/** Returns the whole number at the beginning of a header; the RateLimit drafts allow parameters after it ("5, 5;w=86400"). `null` without one. */
function count(headers: Headers, name: string): number | null {
  const match = /^\s*(\d{1,9})(?![\d.])/.exec(headers.get(name) ?? '');
  return match ? Number(match[1]) : null;
}

/** Returns the instant of the Date header in epoch ms; `null` without one. */
export function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** Returns the instant of the Date header in epoch ms; `null` without one, and for an answer from a cache, whose Date lies in the past. */
export const currentDateOf = (headers: Headers): number | null =>
  Number(headers.get('age') ?? 0) > 0 ? null : dateOf(headers);

/** Numbers from MIN_EPOCH_SECONDS (2001) on are instants in seconds; numbers from MIN_EPOCH_MS on are instants in ms. */
const MIN_EPOCH_SECONDS = 1_000_000_000;
const MIN_EPOCH_MS = 100_000_000_000;

/**
 * Returns how long the service asks to send nothing, in ms, by Retry-After or else by `ratelimit-reset` (service.md §3.9, §4.4); `null` when neither
 * is credible. A date counts from the answer's own Date, so that a wrong clock of this machine does not matter; without a Date it counts from `now`
 * (epoch ms).
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const retryAfter = headers.get('retry-after');
  return secondsMs(retryAfter) ?? dateWaitMs(retryAfter, headers, now) ?? secondsMs(headers.get('ratelimit-reset'));
}

/** Works like {@link retryAfterMs}, but accepts a wait of any length, because a slot of the quota regenerates within a day anyway. */
export function statedRetryMs(headers: Headers, now: number): number | null {
  const stated = ['retry-after', 'ratelimit-reset'].map((name) => statedWaitMs(headers.get(name), headers, now));
  return retryAfterMs(headers, now) ?? stated.find((wait) => wait !== null && wait >= 0) ?? null;
}

/** Returns the wait until a date, in ms; 0 for a past date. `null` for a text that is no date, and for an incredible wait. */
function dateWaitMs(text: string | null, headers: Headers, now: number): number | null {
  const date = numberIn(text) === null ? statedWaitMs(text, headers, now) : null;
  return date === null ? null : credible(Math.max(0, date));
}

/** Converts seconds to milliseconds; `null` when the number is not a credible wait. */
export function secondsMs(text: string | null): number | null {
  const seconds = numberIn(text);
  return seconds === null ? null : credible(Math.ceil(seconds * 1_000));
}

/** Returns the ms until a rate-limit reset, which may be written as seconds, epoch seconds, epoch ms or a date; `null` when it is not credible. */
export function resetMs(text: string | null, headers: Headers, now: number): number | null {
  const wait = statedWaitMs(text, headers, now);
  return wait === null ? null : credible(wait);
}

/**
 * Returns the wait in ms that a header states in seconds, as an instant or as a date. The value may be incredible, and is negative for a past
 * instant; `null` when the header states none. Instants and dates count from the answer's own Date, or from `now` when it has no Date.
 */
function statedWaitMs(text: string | null, headers: Headers, now: number): number | null {
  const number = numberIn(text);
  const serverNow = dateOf(headers) ?? now;
  if (number === null) {
    const date = dateIn(text);
    return Number.isNaN(date) ? null : Math.ceil(date - serverNow);
  }
  if (number < MIN_EPOCH_SECONDS) return Math.ceil(number * 1_000);
  return Math.ceil((number < MIN_EPOCH_MS ? number * 1_000 : number) - serverNow);
}

/** Reads a decimal number; the RateLimit drafts allow parameters after it ("5, 5;w=86400"). `null` for other texts. */
function numberIn(text: string | null): number | null {
  const [, digits] = /^\s*(\d{1,15}(?:\.\d+)?)\s*(?:[,;].*)?$/.exec(text ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Parses a date to epoch ms; NaN for anything else. Date.parse reads "-5" as a year, so a date must contain a letter or begin as in ISO 8601. */
const dateIn = (text: string | null): number =>
  /[a-z]|^\s*\d{4}-\d\d-\d\d/i.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;

/** Returns a wait of 0 to 31 days unchanged, and `null` for any other: a longer one is a mistake, or was not written in seconds. */
const credible = (waitMs: number): number | null => (waitMs >= 0 && waitMs <= 31 * DAY_MS ? waitMs : null);

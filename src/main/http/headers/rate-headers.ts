/**
 * What a server says about the use of its windows, in the headers that are in use: X-RateLimit-{Limit,Remaining,Reset}-{Second,…}, the
 * windowless ones of before with their variants, and the drafts of draft-ietf-httpapi-ratelimit-headers up to and from the eighth.
 */
import { windowLength } from '../../../shared/window-name.ts';
import { resetMs } from './retry-after.ts';
import { readItems } from './structured-items.ts';

/** One window as a server describes it; `windowMs` is `null` where it does not say which. `resetMs` is from now. */
export interface ReportedLimit {
  readonly windowMs: number | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetMs: number | null;
  /** The header that says what is left, or else the limit; in lower case. */
  readonly header: string;
}

const NAMED = /^(?:x-)?rate-?limit-(limit|remaining|reset)-(second|minute|hour|day)$/;
/** Without one of these there is nothing to read. */
const ANY_LIMIT_HEADER = /rate-?limit/;
/** The windowless families, the most telling first. */
const FAMILIES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** All that the headers say about windows. `now` is the instant at which they came (for a reset told as an instant). */
export function readReportedLimits(headers: Headers, now: number): ReportedLimit[] {
  if (![...headers.keys()].some((name) => ANY_LIMIT_HEADER.test(name))) return [];
  const policies = readPolicies(headers);
  const words = [...named(headers, now), ...structured(headers, policies), ...windowless(headers, policies, now)];
  const told = new Set(words.map(({ windowMs }) => windowMs));
  return [...words, ...policies.filter(({ windowMs }) => !told.has(windowMs)).map(ofPolicy)];
}

function named(headers: Headers, now: number): ReportedLimit[] {
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

/** `RateLimit-Policy: "default";q=100;w=60` and, before, `100;w=60`; the latter also within RateLimit-Limit. */
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

const ofPolicy = ({ windowMs, limit }: Policy): ReportedLimit => ({
  windowMs,
  limit,
  remaining: null,
  resetMs: null,
  header: 'ratelimit-policy',
});

/** `RateLimit: "default";r=50;t=30`, whose window is that of the policy of the same name. */
function structured(headers: Headers, policies: readonly Policy[]): ReportedLimit[] {
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

/** RateLimit-*, X-RateLimit-* and X-Rate-Limit-* without a window, and `RateLimit: limit=100, remaining=50, reset=5`. */
function windowless(headers: Headers, policies: readonly Policy[], now: number): ReportedLimit[] {
  const combined = new Map(
    [...(headers.get('ratelimit') ?? '').matchAll(/(?:^|[,;])\s*(limit|remaining|reset)=(\d+)/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
  const told = [
    { header: 'ratelimit', get: (what: string) => combined.get(what) ?? null },
    ...FAMILIES.map((family) => ({
      header: `${family}-remaining`,
      get: (what: string) => headers.get(`${family}-${what}`),
    })),
  ];
  for (const { header, get } of told) {
    const limit = get('limit')?.split(/[,;]/)[0];
    const remaining = get('remaining') ?? undefined;
    const ofLimit = policies.filter((policy) => policy.limit === whole(limit));
    const windowMs = ofLimit.length === 1 ? (ofLimit[0]?.windowMs ?? null) : null;
    const words = limitOf(windowMs, limit, remaining, resetMs(get('reset'), headers, now), header);
    if (words.length > 0) return words;
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

/**
 * Reads the rate-limit headers in use: X-RateLimit-{Limit,Remaining,Reset}-{Second,…}, the older ones without a window and their variants,
 * and the drafts of draft-ietf-httpapi-ratelimit-headers, those before the eighth and those from it on.
 */
import { windowLength } from '../../../shared/window-name.ts';
import { resetMs } from './retry-after.ts';
import { readItems } from './structured-items.ts';

/** One window as an answer reports it; `windowMs` is `null` where the headers do not tell. `resetMs` counts from the answer. */
export interface ReportedLimit {
  readonly windowMs: number | null;
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetMs: number | null;
  /** The header that has the remaining count, or else the limit; in lower case. */
  readonly header: string;
}

const NAMED = /^(?:x-)?rate-?limit-(limit|remaining|reset)-(second|minute|hour|day)$/;
/** Without such a header there is nothing to read. */
const ANY_LIMIT_HEADER = /rate-?limit/;
/** Prefixes of headers without a window; the first that has a value counts. */
const FAMILIES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** All windows that the headers report. `now` is when the answer came, epoch ms; a reset may be given as an instant. */
export function readReportedLimits(headers: Headers, now: number): ReportedLimit[] {
  if (![...headers.keys()].some((name) => ANY_LIMIT_HEADER.test(name))) return [];
  const policies = readPolicies(headers);
  const limits = [...named(headers, now), ...structured(headers, policies), ...windowless(headers, policies, now)];
  const reported = new Set(limits.map(({ windowMs }) => windowMs));
  return [...limits, ...policies.filter(({ windowMs }) => !reported.has(windowMs)).map(ofPolicy)];
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

/** `RateLimit: "default";r=50;t=30`; the policy of the same name has the window. */
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
    const ofLimit = policies.filter((policy) => policy.limit === whole(limit));
    const windowMs = ofLimit.length === 1 ? (ofLimit[0]?.windowMs ?? null) : null;
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

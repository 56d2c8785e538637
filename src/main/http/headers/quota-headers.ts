/** The headers of a token answer that tell about its quota and about time. */
import type { ServerQuota } from '../../../shared/model/token.ts';

/** No slot is further away than this: 31 days, in seconds. */
const LONGEST_WAIT_S = 31 * 86_400;

/**
 * The five quota headers of spec.md, section 1: ratelimit-limit, -remaining and -reset (seconds), and the two per-day ones that
 * repeat the first two. `null` when none is there.
 */
export function readServerQuota(headers: Headers, receivedAt: number): ServerQuota | null {
  const limit = count(headers, 'ratelimit-limit') ?? count(headers, 'x-ratelimit-limit-day');
  const remaining = count(headers, 'ratelimit-remaining') ?? count(headers, 'x-ratelimit-remaining-day');
  const resetAt = after(headers.get('ratelimit-reset'), receivedAt);
  if (limit === null && remaining === null && resetAt === null) return null;
  return { limit, remaining, resetAt, receivedAt };
}

/** When a request may be sent again: Retry-After (seconds or a date), then ratelimit-reset (domain.md, "Errors and headers"). */
export function readRetryAt(headers: Headers, receivedAt: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  return (
    after(value, receivedAt) ??
    dateAfter(value, headers, receivedAt) ??
    after(headers.get('ratelimit-reset'), receivedAt)
  );
}

/** The server's time of the answer (Date header), in epoch ms. */
export function readServerDate(headers: Headers): number | null {
  const parsed = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(parsed) ? null : parsed;
}

/** A date is on the server's clock: what counts is its distance from the answer's own Date. */
function dateAfter(value: string, headers: Headers, receivedAt: number): number | null {
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/[a-z]/i.test(value)) return null;
  const waitMs = Math.max(0, at - (readServerDate(headers) ?? receivedAt));
  return waitMs <= LONGEST_WAIT_S * 1_000 ? receivedAt + waitMs : null;
}

/** Drafts of the RateLimit headers allow parameters after the number ("5, 5;w=86400"). */
function count(headers: Headers, name: string): number | null {
  const match = /^\s*(\d{1,9})(?![\d.])/.exec(headers.get(name) ?? '');
  return match ? Number(match[1]) : null;
}

function after(value: string | null, receivedAt: number): number | null {
  const match = /^\s*(\d{1,9})(\.\d+)?\s*(?:[,;].*)?$/.exec(value ?? '');
  if (!match || Number(match[1]) > LONGEST_WAIT_S) return null;
  return receivedAt + Math.ceil(Number(`${match[1]}${match[2] ?? ''}`) * 1_000);
}

/** The headers of a token answer that report its quota. */
import type { ServerQuota } from '../../../shared/model/token.ts';
import { secondsMs } from './retry-after.ts';

/**
 * The five quota headers of spec.md, section 1: ratelimit-limit, -remaining and -reset, and the two per-day ones that repeat the first
 * two. `null` when none is there. `receivedAt` is when the answer came, and `resetAt` is on the same clock, epoch ms.
 */
export function readServerQuota(headers: Headers, receivedAt: number): ServerQuota | null {
  const limit = count(headers, 'ratelimit-limit') ?? count(headers, 'x-ratelimit-limit-day');
  const remaining = count(headers, 'ratelimit-remaining') ?? count(headers, 'x-ratelimit-remaining-day');
  const untilReset = secondsMs(headers.get('ratelimit-reset'));
  if (limit === null && remaining === null && untilReset === null) return null;
  return { limit, remaining, resetAt: untilReset === null ? null : receivedAt + untilReset, receivedAt };
}

/** Drafts of the RateLimit headers allow parameters after the number ("5, 5;w=86400"). */
function count(headers: Headers, name: string): number | null {
  const match = /^\s*(\d{1,9})(?![\d.])/.exec(headers.get(name) ?? '');
  return match ? Number(match[1]) : null;
}

/** How long to wait before a token endpoint is asked again of our own accord. */
import type { Random } from '../platform/ports.ts';
import type { NotIssued } from './token-client.ts';

/** First and longest wait by what went wrong: an attempt that may have spent a slot is repeated much later than a free one. */
const WAITS: Record<'free' | 'spent' | 'quota', { firstMs: number; longestMs: number }> = {
  free: { firstMs: 5_000, longestMs: 15 * 60_000 },
  spent: { firstMs: 5 * 60_000, longestMs: 60 * 60_000 },
  quota: { firstMs: 15 * 60_000, longestMs: 60 * 60_000 },
};
const MIN_WAIT_MS = 1_000;

/** Exponential backoff with full jitter and a cap: milliseconds; `failures` in a row, from 1. */
export function backoffMs(failed: Pick<NotIssued, 'kind' | 'why'>, failures: number, random: Random): number {
  const { firstMs, longestMs } = WAITS[failed.why === 'quota' ? 'quota' : failed.kind === 'lost' ? 'spent' : 'free'];
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(30, failures - 1));
  return Math.max(MIN_WAIT_MS, Math.round(random.fraction() * ceiling));
}

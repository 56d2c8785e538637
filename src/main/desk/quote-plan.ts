/** Estimates how long new quotes wait in the queue, and how long it takes to create them one after the other. */
import type { QuotesPlan } from '../../shared/model/quote-plan.ts';
import { ASSUMED_LATENCY_MS, type RateGroup } from '../../shared/model/rates.ts';

/** The part of the Booking Engine API's limiter that a plan reads. */
export interface QuoteLimiter {
  snapshot(): Pick<RateGroup, 'lanes'>;
  timeToSend(count: number): { readonly ms: number };
  latencyMs(operation: string): number | null;
}

export function planQuotes(quotes: number, limiter: QuoteLimiter): QuotesPlan {
  const latencyMs = limiter.latencyMs('quoteCreate') ?? ASSUMED_LATENCY_MS;
  const queued = limiter.snapshot().lanes.interactive;
  const { ms } = limiter.timeToSend(quotes + queued);
  const waitMs = Math.round(limiter.timeToSend(1 + queued).ms);
  return { requests: quotes, waitMs, durationMs: Math.round(Math.max(ms + latencyMs, quotes * latencyMs)) };
}

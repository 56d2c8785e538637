/** How long many requests take until the last is answered: the limiter knows when they leave, this module adds the answers. */
import type { RateGroup } from '../../shared/model/rates.ts';
import type { Estimate } from '../traffic/limits/estimate.ts';

/** Requests in flight at once: enough to keep 275 a minute going while answers take longer than ten seconds. */
export const MOST_IN_FLIGHT = 64;
/** The same for an API without any limit, out of consideration for the service. */
export const UNLIMITED_IN_FLIGHT = 6;

/** What tasks need of a limiter. */
export interface TaskLimiter {
  snapshot(): RateGroup;
  timeToSend(count: number): Estimate;
  /** How long answers of an operation usually take; `null` before the first. */
  latencyMs(operation: string): number | null;
}

/** How long `count` requests take until the last is answered, with answers that take `latencyMs`. */
export function workingTime(limiter: TaskLimiter, count: number, latencyMs: number): Estimate {
  const { ms, binding } = limiter.timeToSend(count);
  const inFlight = limiter.snapshot().windows.length === 0 ? UNLIMITED_IN_FLIGHT : MOST_IN_FLIGHT;
  const answersMs = Math.ceil(count / inFlight) * latencyMs;
  return answersMs > ms + latencyMs ? { ms: answersMs, binding: null } : { ms: ms + latencyMs, binding };
}

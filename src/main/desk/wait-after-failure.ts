/** Decides how long a load of listings waits after a failure before it requests the page again. */

import type { ErrorCode, ErrorData } from '../../shared/errors.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';

/** The waits after consecutive failures; after one more failure the load fails. */
const WAITS_MS = [15_000, 30_000, 60_000, 60_000];

/** Failures that may end without a person's action. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'rateLimited',
  'serverFailed',
  'unreachable',
  'timedOut',
  'circuitOpen',
  'servicePaused',
  'deadlineExceeded',
  'queueFull',
]);

/** The instant until which the failure rules out another attempt; `null` when it names none. */
function untilOf(error: ErrorData): number | null {
  if (error.code === 'rateLimited') return error.retryAt;
  return error.code === 'circuitOpen' || error.code === 'servicePaused' ? error.until : null;
}

/** Returns the milliseconds to wait after a failure; `null` when the load should fail. `failures` is the number of earlier failures in a row. */
export function waitAfter(error: ErrorData, failures: number, now: number): number | null {
  const waitMs = WAITS_MS[failures];
  if (waitMs === undefined || !PASSING.has(error.code)) return null;
  const until = untilOf(error);
  const leastMs = until === null ? 0 : until - now;
  // When the service asks for a longer wait, the load fails at once.
  return leastMs > 10 * MINUTE_MS ? null : Math.max(waitMs, leastMs);
}

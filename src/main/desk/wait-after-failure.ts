/** Decides how long a load of listings waits after a failure before it requests the page again. */
import { AppError } from '../../shared/app-error.ts';
import type { ErrorCode, ErrorData } from '../../shared/errors.ts';
import type { Clock } from '../platform/ports.ts';

/** The wait after each failure in a row, for a load that already has records; after the last one the load fails. */
const WAITS_MS = [15_000, 30_000, 60_000, 60_000];
/** The longest wait that a service may ask for; if it asks for more, the load fails at once. */
const MAX_WAIT_MS = 600_000;

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

/** The instant before which another attempt is pointless; `null` when the failure names none. */
function untilOf(error: ErrorData): number | null {
  if (error.code === 'rateLimited') return error.retryAt;
  return error.code === 'circuitOpen' || error.code === 'servicePaused' ? error.until : null;
}

/** Milliseconds to wait after a failure, at least until the instant that the service names; `null` when waiting does not help. */
export function waitAfter(error: ErrorData, failures: number, now: number): number | null {
  const waitMs = WAITS_MS[failures];
  if (waitMs === undefined || !PASSING.has(error.code)) return null;
  const until = untilOf(error);
  const leastMs = until === null ? 0 : until - now;
  return leastMs > MAX_WAIT_MS ? null : Math.max(waitMs, leastMs);
}

/** Waits on a clock. Throws AppError `cancelled` as soon as the signal aborts. */
export function waitOn(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      disarm();
      reject(new AppError('cancelled', {}));
    };
    const disarm = clock.after(delayMs, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

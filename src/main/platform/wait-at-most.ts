/** Waits for work, but not longer than a given time. */
import type { Clock } from './ports.ts';

/** The maximum time in ms for which the start of the app waits for data that the window shows, such as stored tokens. */
export const START_WAIT_MS = 300;

/** Waits until `work` ends, but at most `ms` milliseconds. Rejects when `work` rejects within that time. */
export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancelTimeout = clock.after(ms, late.resolve);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    cancelTimeout();
  }
}

/** Waits for work, but not longer than a given time. */
import type { Clock } from './ports.ts';

/** Resolves when `work` has ended, after `ms` at the latest; rejects when it rejects before. */
export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancelTimeout = clock.after(ms, late.resolve);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    cancelTimeout();
  }
}

/** Quits an app that runs only for programs, when no program has sent a command for a while. */
import { MINUTE_MS } from '../../shared/time/units.ts';
import type { Clock } from '../platform/ports.ts';

const UNUSED_MS = 15 * MINUTE_MS;

export interface Use {
  readonly clock: Clock;
  /** Returns when the app last answered a program, on the machine's clock; the present time while it answers one. */
  readonly askedAt: () => number;
  /** Whether the person wants the app to keep running for programs. */
  readonly keepsRunning: () => boolean;
  readonly quit: () => void;
}

/**
 * Quits the app when no program has sent a command for some time, unless the person wants the app to keep running. Returns a function that stops
 * this.
 */
export function endWhenUnused({ clock, askedAt, keepsRunning, quit }: Use): () => void {
  let usedAt = clock.now();
  const look = (): void => {
    const now = clock.now();
    usedAt = Math.max(usedAt, askedAt());
    if (keepsRunning()) usedAt = now;
    disarm = clock.after(MINUTE_MS, look);
    if (now - usedAt >= UNUSED_MS) quit();
  };
  let disarm = clock.after(MINUTE_MS, look);
  return () => disarm();
}

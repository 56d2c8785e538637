/**
 * The limiter's monotonic time. A wall clock that steps back must not block requests, and one that steps forward must not release permits too early.
 * Everything outside of the limiter uses the connection's clock.
 */
import type { Clock } from '../../platform/ports.ts';

export class LimiterTime {
  readonly #clock: Clock;
  readonly #elapsed: () => number;

  /** Makes the time. `elapsed`: monotonic milliseconds of this clock that include sleep. Without it, only steps back of the clock are ignored. */
  constructor(clock: Clock, elapsed: (() => number) | undefined) {
    this.#clock = clock;
    this.#elapsed = elapsed ?? ignoringStepsBack(clock);
  }

  now(): number {
    return this.#elapsed();
  }

  /** Converts an instant of the limiter's time to the connection's clock; whole ms. */
  onClock(instant: number): number {
    return Math.round(instant - this.now() + this.#clock.now());
  }

  /** Converts an instant of the connection's clock to the limiter's time. */
  ofClock(instant: number): number {
    return instant - this.#clock.now() + this.now();
  }
}

function ignoringStepsBack(clock: Clock): () => number {
  let last = clock.now();
  let elapsed = last;
  return () => {
    const now = clock.now();
    elapsed += Math.max(0, now - last);
    last = now;
    return elapsed;
  };
}

/** The limiter's only timer. It rings at an instant of the limiter's time. */
export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly disarm: () => void } | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Sets the alarm to `at`, an instant of the limiter's time whose present is `now`; `null` clears the alarm. */
  set(at: number | null, now: number): void {
    if (this.#set?.at === at) return;
    this.clear();
    if (at === null) return;
    const disarm = this.#clock.after(Math.max(1, Math.ceil(at - now)), () => {
      this.#set = null;
      this.#ring();
    });
    this.#set = { at, disarm };
  }

  clear(): void {
    this.#set?.disarm();
    this.#set = null;
  }
}

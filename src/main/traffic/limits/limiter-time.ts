/**
 * The limiter's own time: monotonic, whatever the wall clock is set to. A clock that is set back must not block all requests, and one that
 * is set forward must not release permits that the server still counts. Callers outside the limiter see instants on the connection's clock.
 */
import type { Clock } from '../../platform/ports.ts';

export class LimiterTime {
  readonly #clock: Clock;
  readonly #elapsed: () => number;

  /** `elapsed`: monotonic milliseconds of this clock that include sleep. Without it, only steps back of the clock are ignored. */
  constructor(clock: Clock, elapsed: (() => number) | undefined) {
    this.#clock = clock;
    this.#elapsed = elapsed ?? ignoringStepsBack(clock);
  }

  now(): number {
    return this.#elapsed();
  }

  /** An instant of the limiter's time on the connection's clock; whole ms. */
  onClock(instant: number): number {
    return Math.round(instant - this.now() + this.#clock.now());
  }

  /** An instant of the connection's clock in the limiter's time. */
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

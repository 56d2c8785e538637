/**
 * The limiter's own time: it grows as time really passes, whatever the clock is set to. A clock set back must not hold everything up, and
 * one set forward must not free places that the server still counts. Instants are told to others on the clock.
 */
import type { Clock } from '../../platform/ports.ts';

export class LimiterTime {
  readonly #clock: Clock;
  readonly #elapsed: () => number;

  /** `elapsed`: ms of this clock that only grow, by no more than what really passed; without it, only a clock set back is seen through. */
  constructor(clock: Clock, elapsed: (() => number) | undefined) {
    this.#clock = clock;
    this.#elapsed = elapsed ?? onlyForward(clock);
  }

  now(): number {
    return this.#elapsed();
  }

  /** An instant of this time, on the clock; whole ms. */
  onClock(instant: number): number {
    return Math.round(instant - this.now() + this.#clock.now());
  }

  /** An instant of the clock, of this time. */
  ofClock(instant: number): number {
    return instant - this.#clock.now() + this.now();
  }
}

function onlyForward(clock: Clock): () => number {
  let last = clock.now();
  let elapsed = last;
  return () => {
    const now = clock.now();
    elapsed += Math.max(0, now - last);
    last = now;
    return elapsed;
  };
}

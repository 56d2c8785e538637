/** Measures how fast steps end, on the monotonic clock, and converts the time to the connection's clock. */
import type { Clock } from '../platform/ports.ts';

const MAX_REMEMBERED = 40;

export class StepRate {
  readonly #clock: Clock;
  readonly #monotonicMs: () => number;
  #clockRate: number;
  #ends: number[] = [];

  constructor(clock: Clock, monotonicMs: () => number) {
    this.#clock = clock;
    this.#monotonicMs = monotonicMs;
    this.#clockRate = clock.face().rate;
  }

  /** Drops the measurements: after a pause the time since the last step means nothing. */
  restart(): void {
    this.#ends = [];
  }

  ended(): void {
    this.#followClockRate();
    this.#ends.push(this.#monotonicMs());
    if (this.#ends.length > MAX_REMEMBERED) this.#ends.shift();
  }

  /** The milliseconds of the connection's clock from one step's end to the next; `null` until enough steps ended at the clock's present rate. */
  intervalMs(): number | null {
    this.#followClockRate();
    const [first, last] = [this.#ends[0], this.#ends.at(-1)];
    if (first === undefined || last === undefined || this.#ends.length < MAX_REMEMBERED / 4) return null;
    return (Math.max(0, last - first) / (this.#ends.length - 1)) * this.#clockRate;
  }

  #followClockRate(): void {
    const { rate } = this.#clock.face();
    if (rate !== this.#clockRate) this.#ends = [];
    this.#clockRate = rate;
  }
}

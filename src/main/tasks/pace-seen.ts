/** How fast steps really end: by the machine's steady time, so that a clock that is set says nothing, at the rate of the connection's clock. */
import type { Clock } from '../platform/ports.ts';

const REMEMBERED = 40;
const ENOUGH = 12;

export class PaceSeen {
  readonly #clock: Clock;
  readonly #steady: () => number;
  #rate: number;
  #ends: number[] = [];

  constructor(clock: Clock, steady: () => number) {
    this.#clock = clock;
    this.#steady = steady;
    this.#rate = clock.face().rate;
  }

  /** Steps begin anew, after a pause. */
  restart(): void {
    this.#ends = [];
  }

  ended(): void {
    this.#heedRate();
    this.#ends.push(this.#steady());
    if (this.#ends.length > REMEMBERED) this.#ends.shift();
  }

  /** Milliseconds of the connection's clock from the end of one step to the next; `null` while too few were seen at its rate of now. */
  intervalMs(): number | null {
    this.#heedRate();
    const [first, last] = [this.#ends[0], this.#ends.at(-1)];
    if (first === undefined || last === undefined || this.#ends.length < ENOUGH) return null;
    return (Math.max(0, last - first) / (this.#ends.length - 1)) * this.#rate;
  }

  #heedRate(): void {
    const { rate } = this.#clock.face();
    if (rate !== this.#rate) this.#ends = [];
    this.#rate = rate;
  }
}

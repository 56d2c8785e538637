/** Tries again what a disk refused: after a second, then less and less often. */
import type { Clock } from '../../platform/ports.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

export class Retry {
  readonly #clock: Clock;
  readonly #run: () => void;
  #delayMs = FIRST_MS;
  #disarm = (): void => {};

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Sets the next try, in place of one that is set already; when that is. */
  arm(): number {
    this.#disarm();
    const at = this.#clock.now() + this.#delayMs;
    this.#disarm = this.#clock.after(this.#delayMs, this.#run);
    this.#delayMs = Math.min(2 * this.#delayMs, LONGEST_MS);
    return at;
  }

  /** It works again: the next refusal is retried soon. */
  reset(): void {
    this.#disarm();
    this.#delayMs = FIRST_MS;
  }
}

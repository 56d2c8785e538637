/** Schedules retries while the disk refuses: after a second, then with doubled delays up to a minute. */
import type { Clock } from '../../platform/ports.ts';

const FIRST_MS = 1_000;
const MAX_MS = 60_000;

export class RetryTimer {
  readonly #clock: Clock;
  readonly #run: () => void;
  #delayMs = FIRST_MS;
  #disarm = (): void => {};
  #fault: { readonly reason: string; readonly retryAt: number } | null = null;

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** The reason and the time of the next retry, or null. */
  get fault(): { readonly reason: string; readonly retryAt: number } | null {
    return this.#fault;
  }

  /** Schedules the next retry in place of one that is scheduled. */
  failed(reason: string): void {
    this.#disarm();
    this.#fault = { reason, retryAt: this.#clock.now() + this.#delayMs };
    this.#disarm = this.#clock.after(this.#delayMs, this.#run);
    this.#delayMs = Math.min(2 * this.#delayMs, MAX_MS);
  }

  /** Cancels the retry; the next delay is the shortest. */
  reset(): void {
    this.#disarm();
    this.#fault = null;
    this.#delayMs = FIRST_MS;
  }
}

/** What the disk refuses now, and when it is tried again: after a second, then less and less often. */
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

  /** Why it does not work, and when it is next tried; `null` while it works. */
  get fault(): { readonly reason: string; readonly retryAt: number } | null {
    return this.#fault;
  }

  /** It does not work: sets the next try, in place of one that is set already. */
  failed(reason: string): void {
    this.#disarm();
    this.#fault = { reason, retryAt: this.#clock.now() + this.#delayMs };
    this.#disarm = this.#clock.after(this.#delayMs, this.#run);
    this.#delayMs = Math.min(2 * this.#delayMs, MAX_MS);
  }

  /** It works again, or need not any more: the next refusal is retried soon. */
  reset(): void {
    this.#disarm();
    this.#fault = null;
    this.#delayMs = FIRST_MS;
  }
}

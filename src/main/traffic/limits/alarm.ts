/** The limiter's one timer: rings at an instant of the limiter's time, and is set anew when the wall clock has stepped back meanwhile. */
import type { Clock } from '../../platform/ports.ts';

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly setAt: number; readonly disarm: () => void } | null = null;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `at`, an instant of the limiter's time, which is `now` now; `null` clears the alarm. */
  set(at: number | null, now: number): void {
    if (this.#set && this.#set.at === at && !this.isLate) return;
    this.clear();
    if (at === null) return;
    const disarm = this.#clock.after(Math.max(1, Math.ceil(at - now)), () => {
      this.#set = null;
      this.#ring();
    });
    this.#set = { at, setAt: this.#clock.now(), disarm };
  }

  clear(): void {
    this.#set?.disarm();
    this.#set = null;
  }

  /** Whether the wall clock has stepped back since the alarm was set, so that the timer may ring far too late. */
  get isLate(): boolean {
    return this.#set !== null && this.#clock.now() < this.#set.setAt;
  }
}

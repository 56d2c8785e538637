/**
 * The requests that the server may count: the unanswered ones, and the latest instants at which the others can have arrived. Every window counts
 * in this one log, so new rules count past requests too. All instants are in the limiter's time.
 */

import { MAX_RATE_LIMIT } from '../../../shared/model/rates.ts';

/** The guard interval, for the granularity of the clocks on both sides. */
export const GUARD_MS = 10;
/** The minimum length of a long window. Only shorter windows decide how many requests leave at once. */
export const LONG_WINDOW_MS = 10_000;

/** How long a request may lack an answer before the limiter counts it as lost; the wire waits much longer. */
export const LOST_AFTER_MS = 3_000;

export class Arrivals {
  /** The number of requests that hold a permit in every window, because their arrival is not known yet. */
  awaited = 0;
  /** The number of requests that count as lost: they hold a permit in the windows that may still count them. */
  lost = 0;
  readonly #instants: number[];

  /** Makes the log. `restored`: the arrivals before a restart, ascending. */
  constructor(restored: readonly number[]) {
    this.#instants = [...restored];
  }

  /** Records an arrival. Arrivals come nearly in order. */
  add(at: number): void {
    let index = this.#instants.length;
    while (index > 0 && (this.#instants[index - 1] ?? at) > at) index -= 1;
    this.#instants.splice(index, 0, at);
  }

  /** Forgets the arrivals up to an instant, and all but the newest `MAX_RATE_LIMIT`, because no limit counts more. */
  dropUntil(instant: number): void {
    const count = Math.max(this.#indexAfter(instant), this.#instants.length - MAX_RATE_LIMIT);
    if (count > 0) this.#instants.splice(0, count);
  }

  /** The arrivals after an instant, ascending. */
  after(instant: number): number[] {
    return this.#instants.slice(this.#indexAfter(instant));
  }

  countAfter(instant: number): number {
    return this.#instants.length - this.#indexAfter(instant);
  }

  /** The number of permits of a window that requests hold at `now`. */
  usedIn(windowMs: number, now: number): number {
    return this.awaited + (windowMs > LOST_AFTER_MS ? this.lost : 0) + this.countAfter(now - windowMs - GUARD_MS);
  }

  /** The instant at which permit number `index` (from 0, in the order of release) is released; `null` when that depends on outstanding answers. */
  releaseAt(windowMs: number, index: number, now: number): number | null {
    const at = this.#instants[this.#indexAfter(now - windowMs - GUARD_MS) + index];
    return at === undefined ? null : at + windowMs + GUARD_MS;
  }

  #indexAfter(instant: number): number {
    let low = 0;
    let high = this.#instants.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#instants[middle] ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

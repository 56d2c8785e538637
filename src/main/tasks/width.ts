/** How many steps of a task are under way at once: few until one succeeded, then as many as keep the limiter busy whatever answers take. */
import { MOST_IN_FLIGHT, UNLIMITED_IN_FLIGHT } from './estimate.ts';

/** Before anything is known, and after something went wrong. */
const CAREFUL = 3;
const BASE = 8;
/** So many requests wait for a place at any time; fewer, and places are left unused while answers are awaited. */
const ENOUGH_WAITING = 2;
const GROWTH = 2;

export class Width {
  #steps = CAREFUL;

  get steps(): number {
    return this.#steps;
  }

  /** A step succeeded. `waiting` requests of the lane wait for a place; `limited`: the API has limits at all. */
  succeeded(waiting: number, limited: boolean): void {
    if (!limited) this.#steps = UNLIMITED_IN_FLIGHT;
    else if (this.#steps < BASE) this.#steps = BASE;
    else if (waiting < ENOUGH_WAITING) this.#steps = Math.min(MOST_IN_FLIGHT, this.#steps + GROWTH);
  }

  /** A step failed for a reason that may concern others too. */
  failed(): void {
    this.#steps = CAREFUL;
  }
}

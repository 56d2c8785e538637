/** How many steps of a task are under way at once: few until one succeeded, then as many as keep the limiter busy whatever answers take. */
import { MOST_IN_FLIGHT, UNLIMITED_IN_FLIGHT } from './estimate.ts';

/** Before anything is known, and after something went wrong. */
const CAREFUL = 3;
const BASE = 8;
/** So many requests wait for a place at any time; fewer, and places are left unused while answers are awaited. */
const ENOUGH_WAITING = 2;

export class Width {
  #steps = CAREFUL;

  get steps(): number {
    return this.#steps;
  }

  /** A step succeeded. `limited`: the API has limits at all. */
  succeeded(limited: boolean): void {
    this.#steps = limited ? Math.max(BASE, this.#steps) : UNLIMITED_IN_FLIGHT;
  }

  /** A request left, and `waiting` of the lane wait for a place behind it. */
  sent(waiting: number): void {
    if (this.#steps < BASE || waiting >= ENOUGH_WAITING) return;
    this.#steps = Math.min(MOST_IN_FLIGHT, this.#steps + ENOUGH_WAITING - waiting);
  }

  /** A step failed for a reason that may concern others too. */
  failed(): void {
    this.#steps = CAREFUL;
  }
}

/** How many steps of a task are under way at once: few until one succeeded, then as many as keep the limiter busy whatever answers take. */
import { MAX_IN_FLIGHT, MAX_IN_FLIGHT_WITHOUT_LIMIT } from './estimate.ts';

/** Before anything is known, and after something went wrong. */
const FIRST_STEPS = 3;
const MIN_STEPS = 8;
/** So many requests wait for a place at any time; fewer, and places are left unused while answers are awaited. */
const MIN_QUEUED = 2;

export class StepConcurrency {
  #steps = FIRST_STEPS;

  get steps(): number {
    return this.#steps;
  }

  /** A step succeeded. `limited`: the API has limits at all. */
  succeeded(limited: boolean): void {
    this.#steps = limited ? Math.max(MIN_STEPS, this.#steps) : MAX_IN_FLIGHT_WITHOUT_LIMIT;
  }

  /** A request left, and `waiting` of the lane wait for a place behind it. */
  sent(waiting: number): void {
    if (this.#steps < MIN_STEPS || waiting >= MIN_QUEUED) return;
    this.#steps = Math.min(MAX_IN_FLIGHT, this.#steps + MIN_QUEUED - waiting);
  }

  /** A step failed for a reason that may concern others too. */
  failed(): void {
    this.#steps = FIRST_STEPS;
  }
}

/** Decides how many steps of a task run at once: few until the first success, then as many as keep the limiter's queue filled. */
import { MAX_IN_FLIGHT, MAX_IN_FLIGHT_WITHOUT_LIMIT } from './estimate.ts';

/** The number of steps before the first success, and after a failure that may concern other steps. */
const INITIAL_STEPS = 3;
const MIN_STEPS = 8;
/** The number of queued requests below which permits may stay unused while steps wait for answers. */
const MIN_QUEUED = 2;

export class StepConcurrency {
  #steps = INITIAL_STEPS;

  get steps(): number {
    return this.#steps;
  }

  /** Records a success. `limited`: whether the API has a rate limit. */
  succeeded(limited: boolean): void {
    this.#steps = limited ? Math.max(MIN_STEPS, this.#steps) : MAX_IN_FLIGHT_WITHOUT_LIMIT;
  }

  /** Records that a request was sent while `queued` more requests wait in the bulk lane. */
  sent(queued: number): void {
    if (this.#steps < MIN_STEPS || queued >= MIN_QUEUED) return;
    this.#steps = Math.min(MAX_IN_FLIGHT, this.#steps + MIN_QUEUED - queued);
  }

  /** Reduces the concurrency after a failure that may concern other steps too. */
  failed(): void {
    this.#steps = INITIAL_STEPS;
  }
}

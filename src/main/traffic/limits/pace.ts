/** Even spacing under backlog, a short burst from rest: "bursts should be avoided" (spec.md, Limits) without making a click wait. */
import type { RateRule } from '../../../shared/model/rates.ts';

/** Lateness that is made up for, and the closest spacing while it is, both in intervals. */
const MOST_LATE = 5;
const CLOSEST = 0.8;

export class Pace {
  /** Milliseconds between requests under backlog: what the slowest window allows in the long run (60 s / 275 ≈ 218 ms). */
  readonly intervalMs: number;
  /** Requests that may go at once after a rest: what the smallest window allows. */
  readonly burst: number;
  #credit: number;
  /** When the next one would go if all went on time, and when it may go. */
  #dueAt = Number.NEGATIVE_INFINITY;
  #nextAt = Number.NEGATIVE_INFINITY;
  #restingSince: number | null = null;

  constructor(rules: readonly RateRule[]) {
    this.intervalMs = Math.max(0, ...rules.map((rule) => rule.windowMs / rule.limit));
    this.burst = Math.min(...rules.map((rule) => rule.limit));
    this.#credit = this.burst;
  }

  /** Nobody waits any more: from here on the burst is earned back, one request per interval. */
  rest(now: number): void {
    this.#restingSince ??= now;
  }

  /** Somebody waits. */
  wake(now: number): void {
    if (this.#restingSince === null) return;
    const earned = this.intervalMs === 0 ? this.burst : (now - this.#restingSince) / this.intervalMs;
    this.#credit = Math.min(this.burst, this.#credit + Math.max(0, earned));
    this.#restingSince = null;
  }

  nextAt(now: number): number {
    return this.#credit >= 1 ? now : Math.max(now, this.#nextAt);
  }

  /**
   * A request goes now; true when it goes from rest. After one that went late the next ones follow a little sooner, until
   * the mean holds again.
   */
  took(now: number): boolean {
    if (this.#credit >= 1) {
      this.#credit -= 1;
      this.#dueAt = Math.max(this.#dueAt, now) + this.intervalMs;
      this.#nextAt = this.#dueAt;
      return true;
    }
    this.#dueAt = Math.max(this.#dueAt, now - MOST_LATE * this.intervalMs) + this.intervalMs;
    this.#nextAt = Math.max(this.#dueAt, now + CLOSEST * this.intervalMs);
    return false;
  }

  /** Moves every instant, for a clock that was set back. */
  shift(byMs: number): void {
    this.#dueAt += byMs;
    this.#nextAt += byMs;
    if (this.#restingSince !== null) this.#restingSince += byMs;
  }
}

/** One window of a rate limit as places: taken when a request may go, given back only when the server's window can no longer count it. */
import type { RateRule } from '../../../shared/model/rates.ts';

/** Places that were given back early in the array stay there until this many are worth cutting off. */
const COMPACT_AT = 1_024;

export class Slots {
  readonly rule: RateRule;
  /** Places whose request is on its way: nobody can say yet when the server's window lets go of it. */
  #open = 0;
  /** Instants at which answered requests leave the window, ascending from `#head`. */
  #returns: number[] = [];
  #head = 0;

  constructor(rule: RateRule) {
    this.rule = rule;
  }

  take(): void {
    this.#open += 1;
  }

  /** The request was never sent: its place is free at once. */
  putBack(): void {
    this.#open -= 1;
  }

  /** The request is over; its place comes back at the instant `at`. */
  giveBack(at: number): void {
    this.#open -= 1;
    let index = this.#returns.length;
    while (index > this.#head && (this.#returns[index - 1] ?? at) > at) index -= 1;
    this.#returns.splice(index, 0, at);
  }

  used(now: number): number {
    this.#release(now);
    return this.#open + this.#returns.length - this.#head;
  }

  /** When `count` more requests may go: `now` when they may at once, `null` when that hangs on answers still to come. */
  freeAt(now: number, count = 1): number | null {
    const missing = this.used(now) + count - this.rule.limit;
    if (missing <= 0) return now;
    return this.#returns[this.#head + missing - 1] ?? null;
  }

  /** When the next place comes back, `null` when none is on its way back. */
  nextReturn(now: number): number | null {
    this.#release(now);
    return this.#returns[this.#head] ?? null;
  }

  /** Moves every instant, for a clock that was set back. */
  shift(byMs: number): void {
    this.#returns = this.#returns.map((at) => at + byMs);
  }

  #release(now: number): void {
    while (this.#head < this.#returns.length && (this.#returns[this.#head] ?? now) <= now) this.#head += 1;
    if (this.#head < COMPACT_AT && this.#head < this.#returns.length) return;
    this.#returns = this.#returns.slice(this.#head);
    this.#head = 0;
  }
}

/**
 * One window of a rate limit as places: taken when a request may go, given back only when the server's window can no longer count it.
 * Places also count as taken that somebody else seems to use, as far as the server's answers tell. Instants are of the limiter's time.
 */
import type { RateRule } from '../../../shared/model/rates.ts';
import { Ascending } from './ascending.ts';

/** How much one more request moves what a place usually costs beyond its window. */
const LEARNING = 1 / 32;
/** So much slower than a window bears on average, spacing stays even: places that come back late do not push all that follow. */
const EASE = 1.0003;

/** What ours may be of a server's count at any instant of a round trip: between `least` and `most`. */
export interface OwnShare {
  readonly least: number;
  readonly most: number;
}

export class WindowPlaces {
  readonly windowMs: number;
  /** Our limit; `null` for a window that only the server told of. */
  ours: number | null;
  /** The server's limit, as long as its word holds. */
  theirs: number | null = null;
  /** Places whose request is on its way: nobody can say yet when the server's window lets go of it. */
  #open = 0;
  /** When places of answered requests come back. */
  readonly #returns: Ascending;
  /** Places taken so far and places that came back so far, in all. */
  #taken = 0;
  #others = 0;
  #othersUntil = Number.NEGATIVE_INFINITY;
  #chargeMs = 0;

  /** `returns`: when places come back that are taken already, ascending. */
  constructor(windowMs: number, ours: number | null, returns: readonly number[] = []) {
    this.windowMs = windowMs;
    this.ours = ours;
    this.#returns = new Ascending(returns);
  }

  /** The stricter of our limit and the server's. */
  get allowed(): number {
    return Math.min(this.ours ?? Number.POSITIVE_INFINITY, this.theirs ?? Number.POSITIVE_INFINITY);
  }

  /** The limit that is shown as the rule: ours where there is one. */
  get rule(): RateRule {
    return { windowMs: this.windowMs, limit: this.ours ?? this.allowed };
  }

  /** Ms between requests that keep this window just full, with what a place costs beyond the window on average. */
  get intervalMs(): number {
    return ((this.windowMs + this.#chargeMs) / this.allowed) * EASE;
  }

  take(): void {
    this.#open += 1;
    this.#taken += 1;
  }

  /** The request was never sent: its place is free at once. */
  putBack(): void {
    this.#open -= 1;
  }

  /** The request is over; its place comes back at the instant `at`. */
  giveBack(at: number): void {
    this.#open -= 1;
    this.#returns.add(at);
  }

  /** A place came back so much later than one window after its request was sent. */
  learn(chargeMs: number): void {
    this.#chargeMs += (chargeMs - this.#chargeMs) * LEARNING;
  }

  /** What places cost until now says nothing any more. */
  unlearn(): void {
    this.#chargeMs = 0;
  }

  /** Places that requests of ours hold. */
  own(now: number): number {
    this.#returns.dropUntil(now);
    return this.#open + this.#returns.size;
  }

  /** Places of ours that somebody else seems to hold: what a server allows beyond our limit is theirs first. */
  others(now: number): number {
    const beyond = this.ours === null ? 0 : (this.theirs ?? this.ours) - this.ours;
    return Math.max(0, this.#seen(now) - Math.max(0, beyond));
  }

  /** Requests of somebody else that the server seems to count. */
  #seen(now: number): number {
    return now < this.#othersUntil ? this.#others : 0;
  }

  used(now: number): number {
    return this.own(now) + this.others(now);
  }

  /** When `count` more requests may go: `now` when they may at once, `null` when that hangs on answers still to come. */
  freeAt(now: number, count = 1): number | null {
    const others = this.others(now);
    const missing = this.own(now) + others + count - this.allowed;
    if (missing <= 0) return now;
    const before = others === 0 ? Number.POSITIVE_INFINITY : this.#returns.countUntil(this.#othersUntil);
    if (missing <= before) return this.#returns.at(missing - 1);
    return missing <= before + others ? this.#othersUntil : this.#returns.at(missing - 1 - others);
  }

  /** When the next place comes back, `null` when none is on its way back. */
  nextReturn(now: number): number | null {
    const first = this.own(now) > 0 ? this.#returns.at(0) : null;
    return this.others(now) > 0 ? Math.min(first ?? this.#othersUntil, this.#othersUntil) : first;
  }

  /** Begins a round trip: what is returned tells, at its end, how many of ours the server may have counted at any instant of it. */
  roundTrip(now: number): (end: number) => OwnShare {
    const own = this.own(now);
    const settled = this.#returns.size;
    const taken = this.#taken;
    const last = this.#returns.at(settled - 1);
    return (end) => {
      this.#returns.dropUntil(end);
      const stay = last === null ? 0 : Math.min(settled, this.#returns.countUntil(last));
      // The request itself is counted before it is answered.
      return { least: stay + 1, most: own + this.#taken - taken };
    };
  }

  /**
   * The server counts `used` in all, of which some are ours. What is left over are others; the estimate only moves as far as it must. It
   * holds until `until`. Gives how many others there are for certain.
   */
  counted(used: number, { least, most }: OwnShare, now: number, until: number): number {
    const certain = Math.max(0, used - most);
    const possible = Math.max(certain, used - least);
    const known = this.#seen(now);
    this.#others = Math.min(possible, Math.max(certain, known));
    if (certain > 0 || known === 0) this.#othersUntil = until;
    return certain;
  }
}

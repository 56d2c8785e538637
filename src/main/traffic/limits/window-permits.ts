/**
 * One window of a rate limit as places: taken when a request may go, given back only when the server's window can no longer count it.
 * Places also count as taken that somebody else seems to use, as far as the server's answers tell. Instants are of the limiter's time.
 */
import type { RateRule } from '../../../shared/model/rates.ts';
import { Ascending } from './ascending.ts';

/** How much one more request moves what a place usually costs beyond its window. */
const LEARNING_RATE = 1 / 32;
/** So much slower than a window bears on average, spacing stays even: places that come back late do not push all that follow. */
const PACING_MARGIN = 1.0003;

/** What ours may be of a server's count at any instant of a round trip: between `least` and `most`. */
export interface OwnShare {
  readonly min: number;
  readonly max: number;
}

export class WindowPermits {
  readonly windowMs: number;
  /** Our limit; `null` for a window that only the server told of. */
  ownLimit: number | null;
  /** The server's limit, as long as its word holds. */
  reportedLimit: number | null = null;
  /** Places whose request is on its way: nobody can say yet when the server's window lets go of it. */
  #unanswered = 0;
  /** When places of answered requests come back. */
  readonly #releases: Ascending;
  /** Places taken so far and places that came back so far, in all. */
  #acquired = 0;
  #otherUse = 0;
  #otherUseUntil = Number.NEGATIVE_INFINITY;
  #overheadMs = 0;

  /** `returns`: when places come back that are taken already, ascending. */
  constructor(windowMs: number, ours: number | null, returns: readonly number[] = []) {
    this.windowMs = windowMs;
    this.ownLimit = ours;
    this.#releases = new Ascending(returns);
  }

  /** The stricter of our limit and the server's. */
  get allowed(): number {
    return Math.min(this.ownLimit ?? Number.POSITIVE_INFINITY, this.reportedLimit ?? Number.POSITIVE_INFINITY);
  }

  /** The limit that is shown as the rule: ours where there is one. */
  get rule(): RateRule {
    return { windowMs: this.windowMs, limit: this.ownLimit ?? this.allowed };
  }

  /** Ms between requests that keep this window just full, with what a place costs beyond the window on average. */
  get intervalMs(): number {
    return ((this.windowMs + this.#overheadMs) / this.allowed) * PACING_MARGIN;
  }

  acquire(): void {
    this.#unanswered += 1;
    this.#acquired += 1;
  }

  /** The request was never sent: its place is free at once. */
  releaseNow(): void {
    this.#unanswered -= 1;
  }

  /** The request is over; its place comes back at the instant `at`. */
  releaseAt(at: number): void {
    this.#unanswered -= 1;
    this.#releases.add(at);
  }

  /** A place came back so much later than one window after its request was sent. */
  learnOverhead(chargeMs: number): void {
    this.#overheadMs += (chargeMs - this.#overheadMs) * LEARNING_RATE;
  }

  /** What places cost until now says nothing any more. */
  resetOverhead(): void {
    this.#overheadMs = 0;
  }

  /** Places that requests of ours hold. */
  ownUse(now: number): number {
    this.#releases.dropUntil(now);
    return this.#unanswered + this.#releases.size;
  }

  /** Places of ours that somebody else seems to hold: what a server allows beyond our limit is theirs first. */
  otherClients(now: number): number {
    const beyond = this.ownLimit === null ? 0 : (this.reportedLimit ?? this.ownLimit) - this.ownLimit;
    return Math.max(0, this.#countedOtherUse(now) - Math.max(0, beyond));
  }

  /** Requests of somebody else that the server seems to count. */
  #countedOtherUse(now: number): number {
    return now < this.#otherUseUntil ? this.#otherUse : 0;
  }

  used(now: number): number {
    return this.ownUse(now) + this.otherClients(now);
  }

  /** When `count` more requests may go: `now` when they may at once, `null` when that hangs on answers still to come. */
  availableAt(now: number, count = 1): number | null {
    const others = this.otherClients(now);
    const missing = this.ownUse(now) + others + count - this.allowed;
    if (missing <= 0) return now;
    const before = others === 0 ? Number.POSITIVE_INFINITY : this.#releases.countUntil(this.#otherUseUntil);
    if (missing <= before) return this.#releases.at(missing - 1);
    return missing <= before + others ? this.#otherUseUntil : this.#releases.at(missing - 1 - others);
  }

  /** When the next place comes back, `null` when none is on its way back. */
  nextRelease(now: number): number | null {
    const first = this.ownUse(now) > 0 ? this.#releases.at(0) : null;
    return this.otherClients(now) > 0 ? Math.min(first ?? this.#otherUseUntil, this.#otherUseUntil) : first;
  }

  /** Begins a round trip: what is returned tells, at its end, how many of ours the server may have counted at any instant of it. */
  beginRoundTrip(now: number): (end: number) => OwnShare {
    const own = this.ownUse(now);
    const settled = this.#releases.size;
    const taken = this.#acquired;
    const last = this.#releases.at(settled - 1);
    return (end) => {
      this.#releases.dropUntil(end);
      const stay = last === null ? 0 : Math.min(settled, this.#releases.countUntil(last));
      // The request itself is counted before it is answered.
      return { min: stay + 1, max: own + this.#acquired - taken };
    };
  }

  /**
   * The server counts `used` in all, of which some are ours. What is left over are others; the estimate only moves as far as it must. It
   * holds until `until`. Gives how many others there are for certain.
   */
  reconcile(used: number, { min: least, max: most }: OwnShare, now: number, until: number): number {
    const certain = Math.max(0, used - most);
    const possible = Math.max(certain, used - least);
    const known = this.#countedOtherUse(now);
    this.#otherUse = Math.min(possible, Math.max(certain, known));
    if (certain > 0 || known === 0) this.#otherUseUntil = until;
    return certain;
  }
}

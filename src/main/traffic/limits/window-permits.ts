/**
 * The permits of one rate-limit window, acquired before a request leaves and released when the server's window can no longer count the request.
 * Requests of other clients that the server reports take permits too. All instants are in the limiter's time.
 */
import type { RateRule } from '../../../shared/model/rates.ts';

/** The weight of the latest request in the average overhead. */
const LEARNING_RATE = 1 / 32;
/** The factor by which requests are spaced wider than the average allows, so that a late release does not delay all following requests. */
const PACING_MARGIN = 1.0003;

/** The bounds of our share of the requests that the server counts, at any instant of a round trip. */
export interface OwnShare {
  readonly min: number;
  readonly max: number;
}

export class WindowPermits {
  readonly windowMs: number;
  /** The limit of our rule; `null` for a window that only the server reports. */
  ownLimit: number | null;
  /** The limit that the server reports, as long as the report is valid. */
  reportedLimit: number | null = null;
  /** Whether the reported limit is doubted. It then sets no pace, because the requests that refute it must not wait for each other. */
  isTested = false;
  /** The permits of unanswered requests, whose release is not known yet. */
  #unanswered = 0;
  /** The instants at which the permits of answered requests are released. */
  readonly #releases: SortedInstants;
  /** The number of all permits acquired so far. */
  #acquired = 0;
  #otherUse = 0;
  #otherUseUntil = Number.NEGATIVE_INFINITY;
  #overheadMs = 0;

  /** Makes the window. `releases`: when permits that are already acquired are released, ascending. */
  constructor(windowMs: number, ownLimit: number | null, releases: readonly number[] = []) {
    this.windowMs = windowMs;
    this.ownLimit = ownLimit;
    this.#releases = new SortedInstants(releases);
  }

  /** The stricter of our limit and the reported one. */
  get allowed(): number {
    return Math.min(this.ownLimit ?? Number.POSITIVE_INFINITY, this.reportedLimit ?? Number.POSITIVE_INFINITY);
  }

  /** The rule to show: ours if there is one. */
  get rule(): RateRule {
    return { windowMs: this.windowMs, limit: this.ownLimit ?? this.allowed };
  }

  /** The interval at which requests just fill this window, including the average overhead of a permit. */
  get intervalMs(): number {
    return ((this.windowMs + this.#overheadMs) / this.allowed) * PACING_MARGIN;
  }

  acquire(): void {
    this.#unanswered += 1;
    this.#acquired += 1;
  }

  /** Releases the permit of a request that was never sent. */
  releaseNow(): void {
    this.#unanswered -= 1;
  }

  /** Releases the permit of a request at the instant `at`. */
  releaseAt(at: number): void {
    this.#unanswered -= 1;
    this.#releases.add(at);
  }

  /** Updates the average overhead: a permit was released `overheadMs` later than one window after its request was sent. */
  learnOverhead(overheadMs: number): void {
    this.#overheadMs += (overheadMs - this.#overheadMs) * LEARNING_RATE;
  }

  resetOverhead(): void {
    this.#overheadMs = 0;
  }

  /** The number of permits that our requests hold. */
  ownUse(now: number): number {
    this.#releases.dropUntil(now);
    return this.#unanswered + this.#releases.size;
  }

  /** The number of permits that other clients take from our limit; they first use the permits that the server allows beyond it. */
  otherClients(now: number): number {
    const beyond = this.ownLimit === null ? 0 : (this.reportedLimit ?? this.ownLimit) - this.ownLimit;
    return Math.max(0, this.#reportedOtherUse(now) - Math.max(0, beyond));
  }

  #reportedOtherUse(now: number): number {
    return now < this.#otherUseUntil ? this.#otherUse : 0;
  }

  used(now: number): number {
    return this.ownUse(now) + this.otherClients(now);
  }

  /** When `count` more requests may leave: `now` for at once, `null` when that depends on outstanding answers. */
  availableAt(now: number, count = 1): number | null {
    const others = this.otherClients(now);
    const missing = this.ownUse(now) + others + count - this.allowed;
    if (missing <= 0) return now;
    const before = others === 0 ? Number.POSITIVE_INFINITY : this.#releases.countUntil(this.#otherUseUntil);
    if (missing <= before) return this.#releases.at(missing - 1);
    return missing <= before + others ? this.#otherUseUntil : this.#releases.at(missing - 1 - others);
  }

  /** When the next permit is released; `null` when no release is known. */
  nextRelease(now: number): number | null {
    const first = this.ownUse(now) > 0 ? this.#releases.at(0) : null;
    return this.otherClients(now) > 0 ? Math.min(first ?? this.#otherUseUntil, this.#otherUseUntil) : first;
  }

  /** Begins a round trip. The returned function, called at its end, returns our share of the requests that the server has counted. */
  beginRoundTrip(now: number): (end: number) => OwnShare {
    const own = this.ownUse(now);
    const settled = this.#releases.size;
    const acquired = this.#acquired;
    const last = this.#releases.at(settled - 1);
    return (end) => {
      this.#releases.dropUntil(end);
      const counted = last === null ? 0 : Math.min(settled, this.#releases.countUntil(last));
      // The server counts the request itself before it answers.
      return { min: counted + 1, max: own + this.#acquired - acquired };
    };
  }

  /**
   * Reconciles with the server's count of `used` requests: our share, and those of other clients. The estimate of the latter changes no further
   * than the report requires, and is valid until `until`. Returns how many requests of other clients are certain.
   */
  reconcile(used: number, { min, max }: OwnShare, now: number, until: number): number {
    const certain = Math.max(0, used - max);
    const possible = Math.max(certain, used - min);
    const known = this.#reportedOtherUse(now);
    this.#otherUse = Math.min(possible, Math.max(certain, known));
    if (certain > 0 || known === 0) this.#otherUseUntil = until;
    return certain;
  }

  /** Forgets the requests of other clients. */
  dropOtherUse(): void {
    this.#otherUse = 0;
  }
}

/** The number of dropped instants at which they are removed from the array. */
const COMPACT_AT = 1_024;

/** Instants in ascending order, inserted near the end and dropped from the front. */
export class SortedInstants {
  #values: number[];
  #head = 0;

  constructor(sorted: readonly number[] = []) {
    this.#values = [...sorted];
  }

  get size(): number {
    return this.#values.length - this.#head;
  }

  /** The instant at that index, counted from 0; `null` beyond the end. */
  at(index: number): number | null {
    return this.#values[this.#head + index] ?? null;
  }

  add(value: number): void {
    let index = this.#values.length;
    while (index > this.#head && (this.#values[index - 1] ?? value) > value) index -= 1;
    if (index === this.#values.length) this.#values.push(value);
    else this.#values.splice(index, 0, value);
  }

  /** Drops all instants up to and including `instant`. */
  dropUntil(instant: number): void {
    while (this.#head < this.#values.length && (this.#values[this.#head] ?? instant) <= instant) this.#head += 1;
    this.#compact();
  }

  /** Drops the earliest instants beyond `max`. */
  keepLast(max: number): void {
    this.#head += Math.max(0, this.size - max);
    this.#compact();
  }

  /** The number of instants up to and including `instant`. */
  countUntil(instant: number): number {
    let low = this.#head;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  /** The instants after `instant`. */
  after(instant: number): number[] {
    return this.#values.slice(this.#head + this.countUntil(instant));
  }

  #compact(): void {
    if (this.#head < COMPACT_AT && this.#head < this.#values.length) return;
    this.#values = this.#values.slice(this.#head);
    this.#head = 0;
  }
}

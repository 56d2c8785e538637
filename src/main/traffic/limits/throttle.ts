/**
 * Handles the consequences of a 429: a pause as long as the server asks for; a lower rate (pacer.ts); and a finding for the person, because our
 * requests alone should not cause a 429.
 */

import { MAX_PACED_WINDOW_MS } from '../../../shared/model/rates.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time/units.ts';
import type { Answer } from '../../http/answer.ts';
import type { Clock } from '../../platform/ports.ts';
import { LONG_WINDOW_MS } from './arrivals.ts';
import type { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import { MIN_SHARE, type Pacer, type Pacing, THROTTLE_FACTOR } from './pacer.ts';
import { JITTER_MS, type RoundTrips } from './round-trips.ts';
import type { Window, Windows } from './windows.ts';

export interface ThrottleOptions {
  readonly windows: Windows;
  readonly pacer: Pacer;
  readonly roundTrips: RoundTrips;
  readonly findings: Findings;
  readonly time: LimiterTime;
  readonly clock: Clock;
  /** The end of a pause from before a restart. */
  readonly pausedUntil: number;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  #pausedUntil: number;
  #throttledAt = Number.NEGATIVE_INFINITY;
  /** The pacing interval of an API without rules that has answered 429. */
  #unruledIntervalMs = 0;
  readonly #freeShare = new FreeShareEstimate();

  constructor(options: ThrottleOptions) {
    this.#options = options;
    this.#pausedUntil = Math.min(options.pausedUntil, options.time.now() + this.#maxPauseMs);
  }

  /** The instant before which no request leaves. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Ends the pause at once, because a person wants to send now. */
  endPause(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }

  /** The longest pause that is believed: the longest window, after which every window has free permits, or an hour for a window that is not known. */
  get #maxPauseMs(): number {
    return Math.max(MAX_PACED_WINDOW_MS, ...this.#options.windows.all.map(({ windowMs }) => windowMs));
  }

  /** The pacing of the windows; if no window paces, the pacing that was learned from a 429. */
  pacing(): Pacing {
    const { windows, pacer, time } = this.#options;
    const pacing = windows.pacing();
    if (pacing.intervalMs > 0) return pacing;
    if (pacer.rateShare(time.now()) === 1) this.#unruledIntervalMs = 0;
    const isPaced = this.#unruledIntervalMs > 0;
    return { intervalMs: this.#unruledIntervalMs, burst: isPaced ? 1 : Number.POSITIVE_INFINITY };
  }

  /**
   * Handles the answer of a request that was sent at `sentAt`; `exhausted` are windows that it reports as used up. Returns true for a 429, which
   * pauses the limiter.
   */
  onAnswer(answer: Answer, sentAt: number, exhausted: readonly Window[]): boolean {
    const { time, windows, pacer } = this.#options;
    const now = time.now();
    if (answer.status === 429) {
      const waitMs = Math.min(answer.retryAfterMs ?? SECOND_MS, this.#maxPauseMs);
      this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
      this.#recordFinding(answer, exhausted, now);
      const isLong = exhausted.some(({ windowMs }) => windowMs >= LONG_WINDOW_MS);
      this.#reduceRate(sentAt, isLong, now);
      return true;
    }
    this.#freeShare.accepted(now, windows.reportedFreeShare(now));
    pacer.hold(this.#freeShare.share, now);
    return false;
  }

  #recordFinding({ exchangeId }: Answer, exhausted: readonly Window[], now: number): void {
    const { windows, findings, clock } = this.#options;
    const window = exhausted[0] ?? windows.fullest(now);
    const ours = window?.ownUse(now) ?? windows.arrivals.usedIn(MINUTE_MS, now);
    const [windowMs, limit] = [window?.windowMs ?? null, window?.allowed ?? null];
    const theirs = window && window.otherClients(now) > 0 ? window.used(now) : null;
    findings.record({ kind: 'rateLimited', windowMs, limit, ours, theirs, exchangeId }, clock.now());
  }

  /** Halves the rate, once for all requests that were in flight together, unless other clients take a lasting share. */
  #reduceRate(sentAt: number, isLong: boolean, now: number): void {
    const { windows, pacer, roundTrips } = this.#options;
    const isHeld = this.#freeShare.share !== null;
    if (sentAt <= this.#throttledAt && !isHeld) return;
    this.#throttledAt = now;
    const [shortest] = windows.all;
    if (shortest) {
      const step = windows.pacing().intervalMs / (shortest.windowMs + JITTER_MS);
      this.#freeShare.refused(now, Math.max(MIN_SHARE, step), isLong);
    }
    if (windows.pacing().intervalMs === 0)
      this.#unruledIntervalMs = LONG_WINDOW_MS / Math.max(1, windows.arrivals.usedIn(LONG_WINDOW_MS, now));
    pacer.hold(this.#freeShare.share, now);
    if (this.#freeShare.share !== null) return;
    // If a window is full by our own count, the spacing was right, and the network's jitter is larger than assumed.
    if (windows.all.some((it) => it.ownUse(now) >= it.allowed - 1)) roundTrips.doubleJitter();
    pacer.halve(now, Math.max(now, this.#pausedUntil));
  }
}

/** The number of 429s within a time that show that other clients take a lasting share. */
const BEGIN = { count: 5, withinMs: 300_000 };
/**
 * The share of 429s that a level may have. Bench `foreign-30-clusters`: at most 2.9 % of all requests are then rate-limited; with .04, 3.3 %
 * (goal 3 %).
 */
const TOLERATED = 0.036;
/** The number of 429s above the tolerated ones at which the level falls; a level on trial falls sooner. */
const FALL = { excess: 9, onTrial: 4 };
/** The weight of a 429 for which a long window is used up. */
const LONG_WEIGHT = 3;
/**
 * The wait before the next higher rate is tried; it doubles after each failed trial. Bench `foreign-30-clusters`: .415 of the limit with 2 min, .434
 * with 5 min, .409 with 10 min (goal .42).
 */
const TRIAL_AFTER_MS = { min: BEGIN.withinMs, max: MAX_PACED_WINDOW_MS };

/** A share of the full rate: `count` steps. */
interface Level {
  readonly count: number;
  readonly step: number;
  readonly isOnTrial: boolean;
}

const shareOf = ({ count, step }: Level): number => Math.min(1, Math.max(MIN_SHARE, count * step));

/**
 * Estimates from 429s which share of the full rate the other clients of the account leave free; rate-limit headers report it late or not at all. The
 * share is a level: a whole number of evenly spaced requests in the shortest window, with room for jitter. Several 429s within minutes set the lowest
 * level that is at least half the full rate. The level falls when many requests are rate-limited; from time to time, the next higher level is tried.
 */
export class FreeShareEstimate {
  /** The current level; `null` when other clients take no lasting share. */
  #level: Level | null = null;
  #begunBy: number[] = [];
  #excess = 0;
  #since = 0;
  #waitMs = TRIAL_AFTER_MS.min;

  /** The share of the full rate to keep; `null` when other clients take no lasting share. */
  get share(): number | null {
    return this.#level && shareOf(this.#level);
  }

  /** Handles a 429. `step`: the share of one level. `isLong`: a long window is used up, which is less often chance. */
  refused(now: number, step: number, isLong: boolean): void {
    if (!this.#level) {
      this.#begunBy = [...this.#begunBy.filter((at) => now - at < BEGIN.withinMs), now];
      if (this.#begunBy.length < BEGIN.count) return;
      this.#begunBy = [];
      this.#enter({ count: Math.ceil(THROTTLE_FACTOR / step), step, isOnTrial: false }, now);
      return;
    }
    this.#excess += isLong ? LONG_WEIGHT : 1;
    const { count, isOnTrial } = this.#level;
    if (this.#excess < (isOnTrial ? FALL.onTrial : FALL.excess)) return;
    if (isOnTrial) this.#waitMs = Math.min(TRIAL_AFTER_MS.max, 2 * this.#waitMs);
    this.#enter({ ...this.#level, count: Math.max(0, count - 1), isOnTrial: false }, now);
  }

  /** Handles an accepted answer (not a 429). `reported`: the share that other clients leave free, by the server's headers; 1 without such headers. */
  accepted(now: number, reported: number): void {
    if (!this.#level) return;
    this.#excess = Math.max(0, this.#excess - TOLERATED);
    const heldMs = now - this.#since;
    if (this.#level.isOnTrial && heldMs >= TRIAL_AFTER_MS.min) {
      this.#waitMs = TRIAL_AFTER_MS.min;
      this.#level = { ...this.#level, isOnTrial: false };
    }
    if (heldMs < this.#waitMs) return;
    const next = { ...this.#level, count: this.#level.count + 1, isOnTrial: true };
    if (shareOf(this.#level) === 1) this.#level = null;
    else if (shareOf(next) > reported) this.#since = now;
    else this.#enter(next, now);
  }

  #enter(level: Level, now: number): void {
    this.#level = level;
    this.#since = now;
    this.#excess = 0;
  }
}

/**
 * Handles the consequences of a 429: a pause as long as the server asks for; half the rate (pacer.ts); ten minutes in which the whole excess of
 * every round trip is charged; and a finding for the person, because our requests alone should not cause a 429.
 */
import type { Answer } from '../../http/answer.ts';
import type { Clock } from '../../platform/ports.ts';
import { type Arrivals, JITTER_MS, LONG_WINDOW_MS } from './arrivals.ts';
import type { Findings } from './findings.ts';
import type { ResponseContext } from './in-flight.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Pacer, Pacing } from './pacer.ts';
import type { WindowPermits, Windows } from './windows.ts';

/** The pause after a 429 that names no time. */
const PAUSE_MS = 1_000;
/** A pause up to this length is believed whatever the windows are, because the service may count in a window that the console does not know. */
const MIN_CREDIBLE_PAUSE_MS = 3_600_000;
/** The time after a 429 during which the whole excess of every round trip is charged. */
const CAUTION_MS = 600_000;
/** The time over which the rate of an API without rules is measured when it answers 429. */
const UNRULED_SPAN_MS = 10_000;
const MINUTE_MS = 60_000;
/** The largest number of requests per short window for which there is a level at which they fill the window evenly. */
const MAX_EVEN = 16;

export interface ThrottleOptions {
  readonly windows: Windows;
  readonly pacer: Pacer;
  readonly arrivals: Arrivals;
  readonly findings: Findings;
  readonly time: LimiterTime;
  readonly clock: Clock;
  /** The end of a pause from before a restart. */
  readonly pausedUntil: number;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  #pausedUntil: number;
  #cautiousUntil = Number.NEGATIVE_INFINITY;
  #throttledAt = Number.NEGATIVE_INFINITY;
  /** The pacing interval of an API without rules that has answered 429. */
  #unruledIntervalMs = 0;
  readonly #freeShare = new FreeShare();

  constructor(options: ThrottleOptions) {
    this.#options = options;
    this.#pausedUntil = Math.min(options.pausedUntil, options.time.now() + this.#maxPauseMs);
  }

  /** The instant before which no request leaves. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** The instant until which the limiter charges the whole excess of every round trip. */
  get cautiousUntil(): number {
    return this.#cautiousUntil;
  }

  /** Ends the pause at once, because a person wants to send now. */
  endPause(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }

  /** The longest pause that is believed: when the longest window is over, every window has free permits. */
  get #maxPauseMs(): number {
    return Math.max(MIN_CREDIBLE_PAUSE_MS, ...this.#options.windows.all.map(({ windowMs }) => windowMs));
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

  /** Handles an answer; `exhausted` are windows that it reports as used up. Returns whether the server asked for a pause. */
  onAnswer(answer: Answer, context: ResponseContext, exhausted: readonly WindowPermits[]): boolean {
    const { status, retryAfterMs } = answer;
    const { time, windows, pacer } = this.#options;
    const now = time.now();
    if (status !== 429) {
      this.#freeShare.accepted(now, () => windows.reportedFreeShare(now));
      pacer.hold(this.#freeShare.share, now);
      return false;
    }
    const waitMs = Math.min(retryAfterMs ?? PAUSE_MS, this.#maxPauseMs);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
    this.#rateLimited(exhausted, context, now);
    return true;
  }

  /** Halves the rate, once for all requests that were in flight together. */
  #rateLimited(exhausted: readonly WindowPermits[], { sentAt, exchangeId }: ResponseContext, now: number): void {
    const { windows, pacer, arrivals, findings, clock } = this.#options;
    const window = exhausted[0] ?? windows.fullest(now);
    const isLong = exhausted.some(({ windowMs }) => windowMs >= LONG_WINDOW_MS);
    const ours = window?.ownUse(now) ?? windows.arrivedWithin(MINUTE_MS, now);
    const [windowMs, limit] = [window?.windowMs ?? null, window?.allowed ?? null];
    const theirs = window && window.otherClients(now) > 0 ? window.used(now) : null;
    findings.record({ kind: 'rateLimited', windowMs, limit, ours, theirs, exchangeId }, clock.now());
    this.#cautiousUntil = now + CAUTION_MS;
    const isHeld = this.#freeShare.share !== null;
    if (sentAt <= this.#throttledAt && !isHeld) return;
    this.#throttledAt = now;
    const pacing = windows.pacing();
    if (pacing.intervalMs > 0) this.#freeShare.refused(now, this.#levels(pacing.intervalMs), isLong);
    pacer.hold(this.#freeShare.share, now);
    if (this.#freeShare.share !== null) return;
    if (pacing.intervalMs === 0)
      this.#unruledIntervalMs = UNRULED_SPAN_MS / Math.max(1, windows.arrivedWithin(UNRULED_SPAN_MS, now));
    // If a window is full by our own count, the spacing was right, and the network's jitter is larger than assumed.
    if (windows.all.some((it) => it.ownUse(now) >= it.allowed - 1)) arrivals.doubleJitter(now);
    pacer.halve(now, Math.max(now, this.#pausedUntil));
  }

  /** The shares of the full rate to choose from when other clients take a part. */
  #levels(intervalMs: number): number[] {
    const [shortest] = this.#options.windows.all;
    return shortest
      ? shareLevels(intervalMs, shortest.windowMs + JITTER_MS, Math.min(shortest.allowed, MAX_EVEN))
      : shareLevels(intervalMs, Number.POSITIVE_INFINITY, 0);
  }
}

/** The number of 429s within a time from which the search begins. */
const BEGIN = { count: 5, withinMs: 300_000 };
/** The highest level at which the search may begin. */
const FIRST_SHARE = 0.65;
/** The share of refused requests that a level may have. */
const TOLERATED = 0.03;
/** The number of refused requests above the tolerated ones at which the level falls; a level on trial falls sooner. */
const FALL = { excess: 9, onTrial: 4 };
/** The weight of a refusal by a long window. */
const LONG_WEIGHT = 3;
/** The number of refusals in a row at which the level falls at once. */
const FALL_AFTER_ROW = 3;
/** The time after which a higher level is tried; it doubles after each failed trial. */
const TRIAL_WAIT = { minMs: 120_000, maxMs: 3_600_000 };

/**
 * Finds the share of the full rate that other clients of the account leave free, because rate-limit headers report it late or not at all. One 429
 * halves the rate for a minute (pacer.ts); several within a few minutes mean that other clients take a lasting share. From then on the rate stays
 * at a level as long as few requests are rate-limited, falls to the next lower level when many are, and tries the next higher level from time to
 * time.
 */
export class FreeShare {
  #levels: readonly number[] = [];
  #index: number | null = null;
  #begunBy: number[] = [];
  #excess = 0;
  #row = 0;
  #since = 0;
  #waitMs = TRIAL_WAIT.minMs;
  #isOnTrial = false;

  /** The share of the full rate to keep; `null` when other clients take no lasting share. */
  get share(): number | null {
    return this.#index === null ? null : (this.#levels[this.#index] ?? null);
  }

  /**
   * Handles a 429. `levels`: the available shares, descending from 1. `isLong`: a long window is used up, so the level is too high; a short
   * window may be used up by chance.
   */
  refused(now: number, levels: readonly number[], isLong: boolean): void {
    if (this.#index === null) {
      this.#beginIfMany(now, levels);
      return;
    }
    this.#row += 1;
    this.#excess += isLong ? LONG_WEIGHT : 1;
    if (this.#row >= FALL_AFTER_ROW || this.#excess >= (this.#isOnTrial ? FALL.onTrial : FALL.excess)) this.#fall(now);
  }

  /** Handles another answer. `reported`: returns the share that the server's headers leave free; 1 without them. */
  accepted(now: number, reported: () => number): void {
    if (this.#index === null) return;
    this.#row = 0;
    this.#excess = Math.max(0, this.#excess - TOLERATED);
    const heldMs = now - this.#since;
    if (this.#isOnTrial && heldMs >= TRIAL_WAIT.minMs) {
      this.#isOnTrial = false;
      this.#waitMs = TRIAL_WAIT.minMs;
    }
    if (heldMs >= this.#waitMs) this.#rise(now, reported());
  }

  #beginIfMany(now: number, levels: readonly number[]): void {
    this.#begunBy = [...this.#begunBy.filter((at) => now - at < BEGIN.withinMs), now];
    if (this.#begunBy.length < BEGIN.count) return;
    this.#begunBy = [];
    this.#levels = levels;
    this.#waitMs = TRIAL_WAIT.minMs;
    this.#isOnTrial = false;
    this.#enter(
      levels.findIndex((share) => share <= FIRST_SHARE),
      now,
    );
  }

  #fall(now: number): void {
    if (this.#isOnTrial) this.#waitMs = Math.min(TRIAL_WAIT.maxMs, this.#waitMs * 2);
    this.#isOnTrial = false;
    this.#enter(Math.min(this.#levels.length - 1, (this.#index ?? 0) + 1), now);
  }

  /** Tries the next higher level unless the headers rule it out; at the full rate the search ends. */
  #rise(now: number, reported: number): void {
    const index = (this.#index ?? 0) - 1;
    if (index < 0) this.#index = null;
    else if ((this.#levels[index] ?? 1) > reported) this.#since = now;
    else {
      this.#isOnTrial = true;
      this.#enter(index, now);
    }
  }

  #enter(index: number, now: number): void {
    this.#index = index;
    this.#since = now;
    this.#excess = 0;
    this.#row = 0;
  }
}

/** The factor between levels; the lowest level is at least `MIN_SHARE`. */
const STEP = 0.9;
const MIN_SHARE = 1 / 16;
/**
 * The bounds around the levels that fill the short window evenly, between which no other level lies, because it would refuse more or be no
 * faster.
 */
const SKIPPED = { above: 1.1, below: 0.85 };

/**
 * The levels: shares of the full rate, descending from 1. Among the shares that put equally many requests into the short window, the one whose
 * requests just fit evenly is best, because it leaves other clients the least room. `shortMs`: the short window with the usual jitter.
 */
export function shareLevels(intervalMs: number, shortMs: number, limit: number): number[] {
  const even = Array.from({ length: limit }, (_, count) => ((count + 1) * intervalMs) / shortMs).filter(
    (share) => share < 1 && share > MIN_SHARE,
  );
  const highest = Math.max(...even) * SKIPPED.above;
  const lowest = Math.min(...even) * SKIPPED.below;
  const levels = [1, ...even, MIN_SHARE];
  for (let share = STEP; share > MIN_SHARE; share *= STEP)
    if (even.length === 0 || share >= highest || share <= lowest) levels.push(share);
  return levels.sort((one, other) => other - one);
}

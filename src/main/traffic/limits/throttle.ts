/**
 * Handles the consequences of a 429: a pause as long as the server asks for, half the rate (pacer.ts), ten minutes in which every round trip is
 * charged in full, and a finding for the person, because our requests alone should not cause a 429.
 */
import type { Answer } from '../../http/answer.ts';
import type { Clock } from '../../platform/ports.ts';
import { type Arrivals, JITTER_MS, LONG_WINDOW_MS } from './arrivals.ts';
import type { Findings } from './findings.ts';
import { FreeShare, shareLevels } from './free-share.ts';
import type { ResponseContext } from './in-flight.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Pacer, Pacing } from './pacer.ts';
import type { WindowPermits } from './window-permits.ts';
import type { Windows } from './windows.ts';

/** The pause after a 429 that names no time. */
const PAUSE_MS = 1_000;
/** The length up to which a pause is believed whatever the windows are, because the service may count in an unknown window. */
const MIN_CREDIBLE_PAUSE_MS = 3_600_000;
/** How long every round trip is charged in full after a 429. */
const CAUTION_MS = 600_000;
/** The time over which the rate of an API without rules is measured when it answers 429. */
const UNRULED_SPAN_MS = 10_000;
const MINUTE_MS = 60_000;
/** The largest number of requests in the short window for which levels that fill it evenly are used. */
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

  /** The instant until which round trips are charged in full. */
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

/**
 * What a refusal costs: a pause as long as the server asks, half the speed (pacer.ts), a while in which every round trip is charged in full,
 * and a word for the person, because ours alone should not have been refused.
 */

import { retryAfterMs } from '../../http/headers/retry-after.ts';
import type { Clock } from '../../platform/ports.ts';
import type { Arrivals } from './arrivals.ts';
import type { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Pacer, Pacing } from './pacer.ts';
import type { ResponseHead } from './permit.ts';
import type { ResponseContext } from './reported-limits.ts';
import type { WindowPermits } from './window-permits.ts';
import type { Windows } from './windows.ts';

/** The pause after a 429 that names no time. */
const PAUSE_MS = 1_000;
/** After a 429 that happened all the same, every round trip is charged in full for so long. */
const CAUTION_MS = 600_000;
/** An API without rules that refuses is taken to bear what was sent in so long. */
const UNRULED_SPAN_MS = 10_000;
const MINUTE_MS = 60_000;

export interface ThrottleOptions {
  readonly windows: Windows;
  readonly pacer: Pacer;
  readonly arrivals: Arrivals;
  readonly findings: Findings;
  readonly time: LimiterTime;
  readonly clock: Clock;
  /** Until when a server asked to wait before a restart. */
  readonly pausedUntil: number;
}

export class Throttle {
  readonly #options: ThrottleOptions;
  #pausedUntil: number;
  #cautiousUntil = Number.NEGATIVE_INFINITY;
  #throttledAt = Number.NEGATIVE_INFINITY;
  /** The interval of an API without rules that refused. */
  #unruledIntervalMs = 0;

  constructor(options: ThrottleOptions) {
    this.#options = options;
    this.#pausedUntil = options.pausedUntil;
  }

  /** Nothing goes before. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  isCautious(now: number): boolean {
    return now < this.#cautiousUntil;
  }

  /** How requests are spaced: as the windows allow, and where none of them spaces as a refusal taught. */
  pacing(): Pacing {
    const { windows, pacer, time } = this.#options;
    const beat = windows.pacing();
    if (beat.intervalMs > 0) return beat;
    if (pacer.rateShare(time.now()) === 1) this.#unruledIntervalMs = 0;
    return { intervalMs: this.#unruledIntervalMs, burst: this.#unruledIntervalMs === 0 ? Number.POSITIVE_INFINITY : 1 };
  }

  /** An answer came; `usedUp` are windows that it says are used up. True when it was a request to wait. */
  onResponse({ status, headers }: ResponseHead, context: ResponseContext, usedUp: readonly WindowPermits[]): boolean {
    if (status !== 429 && !(status === 503 && headers.has('retry-after'))) return false;
    const { time, clock, windows } = this.#options;
    const now = time.now();
    const waitMs = retryAfterMs(headers, clock.now()) ?? PAUSE_MS;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
    if (status === 429) this.#refused(usedUp[0] ?? windows.fullest(now), context, now);
    return true;
  }

  /** Half the speed, once for all that were under way together. */
  #refused(window: WindowPermits | null, { sentAt, exchangeId }: ResponseContext, now: number): void {
    const { windows, pacer, arrivals, findings, clock } = this.#options;
    const ours = window?.ownUse(now) ?? windows.arrivedWithin(MINUTE_MS, now);
    const [windowMs, limit] = [window?.windowMs ?? null, window?.allowed ?? null];
    const theirs = window && window.otherClients(now) > 0 ? window.used(now) : null;
    findings.record({ kind: 'refused', windowMs, limit, ours, theirs, exchangeId }, clock.now());
    this.#cautiousUntil = now + CAUTION_MS;
    if (sentAt <= this.#throttledAt) return;
    this.#throttledAt = now;
    if (windows.pacing().intervalMs === 0)
      this.#unruledIntervalMs = UNRULED_SPAN_MS / Math.max(1, windows.arrivedWithin(UNRULED_SPAN_MS, now));
    if (windows.all.some((it) => it.ownUse(now) >= it.allowed - 1)) arrivals.doubleJitter(now);
    pacer.halve(now, Math.max(now, this.#pausedUntil));
  }
}

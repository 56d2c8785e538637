/**
 * What a refusal costs: a pause as long as the server asks, half the speed (pace.ts), a while in which every round trip is charged in full,
 * and a word for the person, because ours alone should not have been refused.
 */

import { retryAfterMs } from '../../http/headers/retry-after.ts';
import type { Clock } from '../../platform/ports.ts';
import type { Arrivals } from './arrivals.ts';
import type { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Beat, Pace } from './pace.ts';
import type { Answer } from './permit.ts';
import type { Speaker } from './server-words.ts';
import type { WindowPlaces } from './window-places.ts';
import type { Windows } from './windows.ts';

/** The pause after a 429 that names no time. */
const PAUSE_MS = 1_000;
/** After a 429 that happened all the same, every round trip is charged in full for so long. */
const CAUTION_MS = 600_000;
/** An API without rules that refuses is taken to bear what was sent in so long. */
const UNRULED_SPAN_MS = 10_000;
const MINUTE_MS = 60_000;

export interface RestraintOptions {
  readonly windows: Windows;
  readonly pace: Pace;
  readonly arrivals: Arrivals;
  readonly findings: Findings;
  readonly time: LimiterTime;
  readonly clock: Clock;
  /** Until when a server asked to wait before a restart. */
  readonly pausedUntil: number;
}

export class Restraint {
  readonly #options: RestraintOptions;
  #pausedUntil: number;
  #cautiousUntil = Number.NEGATIVE_INFINITY;
  #cutAt = Number.NEGATIVE_INFINITY;
  /** The interval of an API without rules that refused. */
  #unruledMs = 0;

  constructor(options: RestraintOptions) {
    this.#options = options;
    this.#pausedUntil = options.pausedUntil;
  }

  /** Nothing goes before. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  cautious(now: number): boolean {
    return now < this.#cautiousUntil;
  }

  /** How requests are spaced: as the windows allow, and where none of them spaces as a refusal taught. */
  beat(): Beat {
    const { windows, pace, time } = this.#options;
    const beat = windows.beat();
    if (beat.intervalMs > 0) return beat;
    if (pace.share(time.now()) === 1) this.#unruledMs = 0;
    return { intervalMs: this.#unruledMs, burst: this.#unruledMs === 0 ? Number.POSITIVE_INFINITY : 1 };
  }

  /** An answer came; `usedUp` are windows that it says are used up. True when it was a request to wait. */
  heed({ status, headers }: Answer, speaker: Speaker, usedUp: readonly WindowPlaces[]): boolean {
    if (status !== 429 && !(status === 503 && headers.has('retry-after'))) return false;
    const { time, clock, windows } = this.#options;
    const now = time.now();
    const waitMs = retryAfterMs(headers, clock.now()) ?? PAUSE_MS;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
    if (status === 429) this.#refused(usedUp[0] ?? windows.fullest(now), speaker, now);
    return true;
  }

  /** Half the speed, once for all that were under way together. */
  #refused(window: WindowPlaces | null, { sentAt, exchangeId }: Speaker, now: number): void {
    const { windows, pace, arrivals, findings, clock } = this.#options;
    const ours = window?.own(now) ?? windows.arrivedWithin(MINUTE_MS, now);
    const [windowMs, limit] = [window?.windowMs ?? null, window?.allowed ?? null];
    const theirs = window && window.others(now) > 0 ? window.used(now) : null;
    findings.happened({ kind: 'refused', windowMs, limit, ours, theirs, exchangeId }, clock.now());
    this.#cautiousUntil = now + CAUTION_MS;
    if (sentAt <= this.#cutAt) return;
    this.#cutAt = now;
    if (windows.beat().intervalMs === 0)
      this.#unruledMs = UNRULED_SPAN_MS / Math.max(1, windows.arrivedWithin(UNRULED_SPAN_MS, now));
    if (windows.all.some((it) => it.own(now) >= it.allowed - 1)) arrivals.refused(now);
    pace.halve(now, Math.max(now, this.#pausedUntil));
  }
}

/**
 * Calculates when the next request may leave: a permit must be free in every window, the pacer spaces requests, and the throttle may pause them.
 * The schedule has no queue and no timer.
 */
import { type Lane, MAX_PACED_WINDOW_MS, type RateRule } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';
import type { Clock } from '../../platform/ports.ts';
import { Arrivals } from './arrivals.ts';
import { Findings } from './findings.ts';
import type { LimiterTime } from './limiter-time.ts';
import { Pacer } from './pacer.ts';
import { ReportedLimits } from './reported-limits.ts';
import type { RoundTrips } from './round-trips.ts';
import { Throttle } from './throttle.ts';
import { type ShortPace, type Window, Windows } from './windows.ts';

export interface ScheduleOptions {
  readonly rules: readonly RateRule[];
  readonly time: LimiterTime;
  readonly clock: Clock;
  readonly roundTrips: RoundTrips;
  /** The state from before a restart: past arrivals in the limiter's time, ascending, and the remaining time of a pause. */
  readonly past: { readonly arrivals: readonly number[]; readonly pauseMs: number };
}

export class Schedule {
  readonly windows: Windows;
  readonly pacer: Pacer;
  readonly findings = new Findings();
  readonly reported: ReportedLimits;
  readonly throttle: Throttle;
  readonly #time: LimiterTime;
  /** The length of the longest window without room for a lane's work, until the lane is empty. So the last requests keep the pace of long work. */
  readonly #unfitMs = new Map<Lane, number>();

  constructor({ rules, time, clock, roundTrips, past }: ScheduleOptions) {
    const now = time.now();
    this.#time = time;
    this.windows = new Windows(new Arrivals(past.arrivals));
    this.windows.setRules(rules);
    this.pacer = new Pacer(this.windows.pacing(), now, past.arrivals.at(-1));
    this.reported = new ReportedLimits(this.windows, time, this.findings);
    const { windows, pacer, findings } = this;
    const pausedUntil = now + past.pauseMs;
    this.throttle = new Throttle({ windows, pacer, roundTrips, findings, time, clock, pausedUntil });
  }

  setRules(rules: readonly RateRule[]): void {
    this.windows.setRules(rules);
    this.findings.rulesChanged(rules);
    this.updatePacing();
  }

  /** Applies the pacing that the windows and the throttle have learned. */
  updatePacing(): void {
    this.pacer.setPacing(this.throttle.pacing(), this.#time.now());
  }

  /** Drops reported limits that have expired. */
  expireReports(now: number): void {
    if (this.windows.expireReports(now)) this.updatePacing();
  }

  /**
   * The instant at which the next request of a lane may leave, when `count` requests of the lane are still to be sent; few requests may leave at a
   * shorter interval. `null` when the instant depends on an outstanding answer.
   */
  nextAt(now: number, lane: Lane, count: number): number | null {
    const pace = this.#shortPace(now, lane === 'interactive', count, this.#unfitMs.get(lane) ?? 0);
    this.#unfitMs.set(lane, pace?.windowMs ?? Number.POSITIVE_INFINITY);
    let at = Math.max(
      this.throttle.pausedUntil,
      pace ? this.pacer.nextAtInterval(pace.intervalMs, now) : this.pacer.nextAt(now),
    );
    for (const window of this.windows.all) {
      const available = window.availableAt(now);
      if (available === null) return null;
      at = Math.max(at, available);
    }
    return at;
  }

  /** Reports that the queue of a lane is empty, so that its next work is judged anew. */
  laneEmptied(lane: Lane): void {
    this.#unfitMs.delete(lane);
  }

  /** The pace of short work, which is work that fits into the long windows. `null` for long work, and while the rate is reduced. */
  #shortPace(now: number, isInteractive: boolean, count: number, unfitMs: number): ShortPace | null {
    return this.pacer.rateShare(now) < 1 ? null : this.windows.shortPace(count, isInteractive, unfitMs, now);
  }

  /** Applies the status and the reported limits of an answer. Returns whether the server asked for a pause. */
  onAnswer(answer: Answer, sentAt: number): boolean {
    const asksForPause = this.throttle.onAnswer(answer, sentAt, this.reported.apply(answer, sentAt));
    this.updatePacing();
    return asksForPause;
  }

  /** Estimates the time until the last of `count` requests may leave. */
  timeToSend(count: number): Estimate {
    if (count <= 0) return { ms: 0, binding: null };
    const now = this.#time.now();
    const { windows, pacer } = this;
    const { pausedUntil } = this.throttle;
    const pace = this.#shortPace(now, false, count, Math.max(0, ...this.#unfitMs.values()));
    const intervals = count - Math.max(1, pacer.burstLeft);
    const pacedMs = pace
      ? Math.max(0, pausedUntil - now) + Math.max(0, intervals) * pace.intervalMs
      : pacer.timeMs(count, now, pausedUntil);
    const slowest = windows.all
      .filter(({ windowMs }) => windowMs <= (pace?.windowMs ?? MAX_PACED_WINDOW_MS))
      .reduce<Window | null>((most, it) => (!most || it.intervalMs > most.intervalMs ? it : most), null);
    let ms = pacedMs;
    let binding = pacedMs > 0 ? slowest : null;
    for (const window of windows.all) {
      const isAtEdge = pace !== null && window.windowMs <= pace.windowMs;
      const windowMs = isAtEdge ? timeAtEdge(window, count, now) : timeIn(window, count, now);
      if (windowMs > ms) [ms, binding] = [windowMs, window];
    }
    return { ms: Math.round(ms), binding: binding?.rule ?? null };
  }
}

export interface Estimate {
  /** The time until the last request may leave. */
  readonly ms: number;
  /** The rule that determines the time; `null` when no rule delays the requests. */
  readonly binding: RateRule | null;
}

/**
 * The time, in ms from `now`, for which a window that paces short work delays the last of `count` requests. The requests without a free permit
 * follow the first permit that is released, one after each interval.
 */
function timeAtEdge(window: Window, count: number, now: number): number {
  const { windowMs, allowed, intervalMs } = window;
  const free = Math.max(0, allowed - Math.ceil(window.used(now)));
  if (count <= free) return 0;
  const available = window.availableAt(now, free + 1) ?? now + windowMs;
  return Math.max(0, available - now) + (count - free - 1) * intervalMs;
}

/**
 * The time, in ms from `now`, for which one window delays the last of `count` requests: whole lengths of the window, and the wait for the permits
 * that the last length lacks.
 */
function timeIn(window: Window, count: number, now: number): number {
  const { windowMs, allowed } = window;
  const rounds = Math.floor((count - 1) / allowed);
  const available = window.availableAt(now, ((count - 1) % allowed) + 1) ?? now + windowMs;
  return rounds * windowMs + Math.max(0, available - now);
}

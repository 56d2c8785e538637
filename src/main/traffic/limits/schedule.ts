/**
 * When the next request may leave: a permit must be free in every window, the pacer spaces requests, and the throttle may pause them.
 * The schedule has no queue and no timer.
 */
import { type Lane, MAX_PACED_WINDOW_MS, type RateRule } from '../../../shared/model/rates.ts';
import type { Answer } from '../../http/answer.ts';
import type { Clock } from '../../platform/ports.ts';
import type { Arrivals } from './arrivals.ts';
import { Findings } from './findings.ts';
import type { ResponseContext } from './in-flight.ts';
import type { LimiterTime } from './limiter-time.ts';
import { Pacer } from './pacer.ts';
import { ReportedLimits } from './reported-limits.ts';
import { Throttle } from './throttle.ts';
import type { WindowPermits } from './window-permits.ts';
import { type PermitHolder, Windows } from './windows.ts';

/** Permits of the short window that short work leaves free: it goes at the edge of that window, and a way there may become slower unseen. */
const SPARE = 1;

export interface ScheduleOptions {
  readonly rules: readonly RateRule[];
  readonly time: LimiterTime;
  readonly clock: Clock;
  readonly arrivals: Arrivals;
  /** Arrivals before a restart in the limiter's time, ascending, and the rest of a pause. */
  readonly past: { readonly arrivals: readonly number[]; readonly pauseMs: number };
}

export class Schedule {
  readonly windows: Windows;
  readonly pacer: Pacer;
  readonly findings = new Findings();
  readonly reported: ReportedLimits;
  readonly #throttle: Throttle;
  /** Lanes whose queued work does not fit, until they are empty: the end of long work is not short work, and its estimate stays true. */
  readonly #longLanes = new Set<Lane>();
  readonly #time: LimiterTime;

  constructor({ rules, time, clock, arrivals, past }: ScheduleOptions) {
    const now = time.now();
    this.#time = time;
    this.windows = new Windows(past.arrivals);
    this.windows.setRules(rules, [], now);
    this.pacer = new Pacer(this.windows.pacing(), now, past.arrivals.at(-1));
    this.reported = new ReportedLimits(this.windows, time, this.findings);
    const { windows, pacer, findings } = this;
    this.#throttle = new Throttle({ windows, pacer, arrivals, findings, time, clock, pausedUntil: now + past.pauseMs });
  }

  /** No request leaves before this instant. */
  get pausedUntil(): number {
    return this.#throttle.pausedUntil;
  }

  /** Until then round trips are charged in full. */
  get cautiousUntil(): number {
    return this.#throttle.cautiousUntil;
  }

  /** Ends the pause at once. */
  endPause(): void {
    this.#throttle.endPause();
  }

  setRules(rules: readonly RateRule[], holders: Iterable<PermitHolder>): void {
    this.windows.setRules(rules, holders, this.#time.now());
    this.findings.rulesChanged(rules);
    this.updatePacing();
  }

  /** Applies the pacing that the windows and the throttle have learned. */
  updatePacing(): void {
    this.pacer.setPacing(this.#throttle.pacing(), this.#time.now());
  }

  /** Drops reported limits that have expired. */
  expireReports(now: number): void {
    if (this.windows.expireReports(now)) this.updatePacing();
  }

  /** When the first of `count` queued requests of a lane may leave; `null` when that depends on an outstanding answer. */
  nextAt(now: number, lane: Lane, count: number): number | null {
    const isInteractive = lane === 'interactive';
    const shortMs = this.#longLanes.has(lane) ? null : this.#shortMs(now, isInteractive, count);
    if (shortMs === null) this.#longLanes.add(lane);
    let at = Math.max(this.pausedUntil, this.#pacedAt(now, isInteractive, shortMs));
    for (const [index, window] of this.windows.all.entries()) {
      const spare = index === 0 && count > 1 && shortMs !== null ? SPARE : 0;
      const available = window.availableAt(now, 1 + Math.min(spare, window.allowed - 1));
      if (available === null) return null;
      at = Math.max(at, available);
    }
    return at;
  }

  /** The queue of a lane is empty, so its next work is judged anew. */
  laneEmptied(lane: Lane): void {
    this.#longLanes.delete(lane);
  }

  /** The interval of short work: work that fits into what is left of the long windows; `null` for other work, and below the full rate. */
  #shortMs(now: number, isInteractive: boolean, count: number): number | null {
    return this.pacer.rateShare(now) < 1 ? null : this.windows.shortInterval(count, isInteractive, now);
  }

  /** Requests make up for short work that left early, except those of a person, which go evenly. */
  #pacedAt(now: number, isInteractive: boolean, shortMs: number | null): number {
    const { pacer } = this;
    if (shortMs !== null) return pacer.nextAtInterval(shortMs, now);
    const isEven = isInteractive && this.#shortMs(now, true, 0) !== null;
    return isEven ? pacer.nextAtInterval(pacer.intervalMs(now), now) : pacer.nextAt(now);
  }

  /** Applies the status and the reported limits of an answer. Returns whether the server asked for a pause. */
  onAnswer(answer: Answer, context: ResponseContext, holders: Iterable<PermitHolder>): boolean {
    const exhausted = this.reported.apply(answer, context, holders);
    return this.#throttle.onAnswer(answer, context, exhausted);
  }

  timeToSend(count: number): Estimate {
    const now = this.#time.now();
    const shortMs = this.#longLanes.size > 0 ? null : this.#shortMs(now, false, count);
    const { windows, pacer, pausedUntil } = this;
    return estimate({ count, windows, pacer, pausedUntil, now, shortMs });
  }
}

export interface Estimate {
  /** Until the last request may leave. */
  readonly ms: number;
  /** The rule that decides; `null` when no rule delays the requests. */
  readonly binding: RateRule | null;
}

interface Work {
  readonly count: number;
  readonly windows: Windows;
  readonly pacer: Pacer;
  readonly pausedUntil: number;
  readonly now: number;
  /** The interval of short work; `null` for other work. */
  readonly shortMs: number | null;
}

/** Ms from `now` until the last of `count` requests may leave. */
function estimate({ count, windows, pacer, pausedUntil, now, shortMs }: Work): Estimate {
  if (count <= 0) return { ms: 0, binding: null };
  const fastMs = shortMs === null ? null : Math.max(0, pausedUntil - now) + (count - 1 - pacer.burstLeft) * shortMs;
  const pacedMs = fastMs === null ? pacer.timeMs(count, now, pausedUntil) : Math.max(0, fastMs);
  const slowest = windows.all
    .filter(({ windowMs }) => windowMs <= MAX_PACED_WINDOW_MS)
    .reduce<WindowPermits | null>((most, it) => (!most || it.intervalMs > most.intervalMs ? it : most), null);
  let ms = pacedMs;
  let binding = pacedMs > 0 ? slowest : null;
  for (const window of windows.all) {
    const windowMs = timeIn(window, count, now);
    if (windowMs > ms) [ms, binding] = [windowMs, window];
  }
  return { ms: Math.round(ms), binding: binding?.rule ?? null };
}

/** How long one window delays the last of `count` requests: full rounds, and the permits that the last round lacks. */
function timeIn(window: WindowPermits, count: number, now: number): number {
  const { windowMs, allowed } = window;
  const rounds = Math.floor((count - 1) / allowed);
  const available = window.availableAt(now, ((count - 1) % allowed) + 1) ?? now + windowMs;
  return rounds * windowMs + Math.max(0, available - now);
}

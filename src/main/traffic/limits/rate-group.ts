/** The state of a limiter as the renderer shows it, and the count of requests per minute. */
import type { Api } from '../../../shared/model/primitives.ts';
import { HISTORY_MINUTES, type RateGroup } from '../../../shared/model/rates.ts';
import type { Clock } from '../../platform/ports.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { Schedule } from './schedule.ts';

export interface RateGroupSources {
  readonly api: Api;
  readonly clock: Clock;
  readonly time: LimiterTime;
  readonly schedule: Schedule;
  readonly queue: Pick<LaneQueue<unknown>, 'size' | 'sizeOf'>;
  readonly minutes: MinuteCounts;
}

/** The current state; instants on the connection's clock. */
export function rateGroup({ api, clock, time, schedule, queue, minutes }: RateGroupSources): RateGroup {
  const now = time.now();
  const at = clock.now();
  const onClock = (instant: number | null) => (instant === null ? null : time.onClock(instant));
  return {
    api,
    windows: schedule.windows.all.map((window) => ({
      ...window.rule,
      allowed: window.allowed,
      used: window.used(now),
      otherClients: window.otherClients(now),
      freesAt: onClock(window.nextRelease(now)),
      server: schedule.reported.latestOf(window.windowMs),
    })),
    queued: queue.size,
    lanes: {
      interactive: queue.sizeOf('interactive'),
      background: queue.sizeOf('background'),
      bulk: queue.sizeOf('bulk'),
    },
    estimateMs: schedule.timeToSend(queue.size).ms,
    pausedUntil: schedule.pausedUntil > now ? onClock(schedule.pausedUntil) : null,
    rateShare: schedule.pacer.rateShare(now),
    lastHour: minutes.lastHour(at),
    findings: schedule.findings.list(at),
  };
}

/** When the state changes by time alone, on the connection's clock; `null` when it does not. */
export function nextChangeAt({ clock, time, schedule, minutes }: RateGroupSources): number | null {
  const now = time.now();
  const { windows, pacer, findings, pausedUntil } = schedule;
  const instants = [...windows.all.map((window) => window.nextRelease(now)), pacer.nextRecoveryAt(now)];
  if (pausedUntil > now) instants.push(pausedUntil);
  const onClock = instants.filter((at) => at !== null).map((at) => time.onClock(at));
  const others = [minutes.nextChangeAt(clock.now()), findings.expiresAt(clock.now())].filter((at) => at !== null);
  const next = Math.min(...onClock, ...others);
  return Number.isFinite(next) ? next : null;
}

const MINUTE_MS = 60_000;

/** How many requests were sent in each of the last minutes, on the connection's clock. */
export class MinuteCounts {
  /** By the number of the minute since the epoch. */
  readonly #counts = new Map<number, number>();

  add(at: number, count = 1): void {
    const minute = Math.floor(at / MINUTE_MS);
    this.#counts.set(minute, (this.#counts.get(minute) ?? 0) + count);
    if (this.#counts.size <= 2 * HISTORY_MINUTES) return;
    for (const known of this.#counts.keys()) if (known <= minute - HISTORY_MINUTES) this.#counts.delete(known);
  }

  /** The last 60 minutes, the current one last; minutes in the future (the clock was set back) are left out. */
  lastHour(now: number): number[] {
    const current = Math.floor(now / MINUTE_MS);
    return Array.from(
      { length: HISTORY_MINUTES },
      (_, index) => this.#counts.get(current - HISTORY_MINUTES + 1 + index) ?? 0,
    );
  }

  /** When `lastHour` changes by time alone; `null` when it is all zero. */
  nextChangeAt(now: number): number | null {
    const current = Math.floor(now / MINUTE_MS);
    return [...this.#counts.keys()].some((minute) => isInHour(minute, current)) ? (current + 1) * MINUTE_MS : null;
  }

  /** The minutes of the last hour with their counts; minutes as instants. */
  entries(now: number): [at: number, count: number][] {
    const current = Math.floor(now / MINUTE_MS);
    return [...this.#counts]
      .filter(([minute]) => isInHour(minute, current))
      .map(([minute, count]) => [minute * MINUTE_MS, count]);
  }
}

const isInHour = (minute: number, current: number): boolean => minute <= current && minute > current - HISTORY_MINUTES;

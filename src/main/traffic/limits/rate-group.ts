/** Describes the state of a limiter for the renderer. */
import type { Api } from '../../../shared/model/primitives.ts';
import type { RateGroup } from '../../../shared/model/rates.ts';
import type { Clock } from '../../platform/ports.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { MinuteCounts } from './minute-counts.ts';
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

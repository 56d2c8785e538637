/** What is shown of a limiter. */
import type { Api } from '../../../shared/model/primitives.ts';
import type { RateGroup } from '../../../shared/model/rates.ts';
import type { Clock } from '../../platform/ports.ts';
import type { Findings } from './findings.ts';
import type { LaneQueue } from './lane-queue.ts';
import type { LimiterTime } from './limiter-time.ts';
import type { MinuteCounts } from './minute-counts.ts';
import type { Pacer } from './pacer.ts';
import type { ReportedLimits } from './reported-limits.ts';
import type { Windows } from './windows.ts';

export interface RateGroupSources {
  readonly api: Api;
  readonly clock: Clock;
  readonly time: LimiterTime;
  readonly windows: Windows;
  readonly reported: ReportedLimits;
  readonly queue: Pick<LaneQueue<unknown>, 'size' | 'sizeOf'>;
  readonly pacer: Pacer;
  readonly minutes: MinuteCounts;
  readonly findings: Findings;
}

/** The state of now, its instants on the clock; `pausedUntil` of the limiter's time. */
export function rateGroup(sources: RateGroupSources, pausedUntil: number, estimateMs: number): RateGroup {
  const { api, clock, time, windows, reported, queue, pacer, minutes, findings } = sources;
  const now = time.now();
  const at = clock.now();
  const onClock = (instant: number | null) => (instant === null ? null : time.onClock(instant));
  return {
    api,
    windows: windows.all.map((window) => ({
      ...window.rule,
      allowed: window.allowed,
      used: window.used(now),
      others: window.otherClients(now),
      freesAt: onClock(window.nextRelease(now)),
      server: reported.latestOf(window.windowMs),
    })),
    waiting: queue.size,
    lanes: {
      interactive: queue.sizeOf('interactive'),
      background: queue.sizeOf('background'),
      bulk: queue.sizeOf('bulk'),
    },
    estimateMs,
    pausedUntil: pausedUntil > now ? onClock(pausedUntil) : null,
    pace: pacer.rateShare(now),
    lastHour: minutes.lastHour(at),
    findings: findings.list(at),
  };
}

/** When the state changes by time alone, on the clock; `null` when it does not. */
export function nextChangeAt(
  { clock, time, windows, pacer, minutes, findings }: RateGroupSources,
  pausedUntil: number,
): number | null {
  const now = time.now();
  const instants = [...windows.all.map((window) => window.nextRelease(now)), pacer.nextRecoveryAt(now)];
  if (pausedUntil > now) instants.push(pausedUntil);
  const onClock = instants.filter((at) => at !== null).map((at) => time.onClock(at));
  const others = [minutes.nextChangeAt(clock.now()), findings.expiresAt(clock.now())].filter((at) => at !== null);
  const next = Math.min(...onClock, ...others);
  return Number.isFinite(next) ? next : null;
}

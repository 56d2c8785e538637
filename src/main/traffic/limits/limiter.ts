/**
 * Grants permits so that a server never counts more requests than its rate-limit windows allow (service.md §4.2; ADR 10).
 *
 * The limiter queues requests (lane-queue.ts) and grants a permit to the first one at the instant that the schedule names (schedule.ts). A permit
 * is released one window after the latest instant at which its request can have arrived (in-flight.ts, arrivals.ts), so it does not matter
 * whether the server counts by a sliding log, by fixed windows or by gradual refill. The usage log preserves the usage across a restart
 * (usage-log.ts).
 */

import { AppError } from '../../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import { HISTORY_MINUTES, Lane, type RateGroup, type RateRule } from '../../../shared/model/rates.ts';
import { MINUTE_MS } from '../../../shared/time/units.ts';
import { cancelled } from '../../http/abort.ts';
import type { Answer } from '../../http/answer.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Log, Subscribable, UnsyncedLineFile } from '../../platform/ports.ts';
import { InFlight, type InFlightRequest } from './in-flight.ts';
import { LaneQueue } from './lane-queue.ts';
import { Alarm, LimiterTime } from './limiter-time.ts';
import { RoundTrips } from './round-trips.ts';
import { type Estimate, Schedule } from './schedule.ts';
import type { MakeSlots, Slots } from './slots.ts';
import { type Usage, UsageLog } from './usage-log.ts';

/** The maximum number of queued requests in each lane; a full lane does not affect the other lanes. */
const MAX_QUEUED = MAX_ENTRIES.rows;

export interface PermitRequest {
  /** The operation; its requests take similar times. */
  readonly kind?: string;
  /** The priority lane, by default `interactive`. */
  readonly lane?: Lane;
  /** The task, for the rotation within a lane; '' for requests without a task. */
  readonly task?: string;
  /** The number of requests that the task has yet to queue. The pacer counts them as queued. */
  readonly following?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A permit to send one request. Exactly one of `answered`, `unanswered` and `unused` releases it; further calls do nothing. */
export interface Permit {
  /**
   * Reports that the request is sent now. When this returns, the request is in the usage log, so it counts even if the process ends before the
   * answer.
   */
  sent(): void;
  /** Reports that an answer of any status came. */
  answered(answer: Answer): void;
  /** Reports that the request was sent and no answer will come. */
  unanswered(): void;
  /** Reports that the request was not sent. */
  unused(): void;
}

export interface LimiterOptions {
  readonly api: Api;
  readonly rules: readonly RateRule[];
  /** The connection's clock. */
  readonly clock: Clock;
  /** See {@link LimiterTime}. */
  readonly elapsed?: (() => number) | undefined;
  /** The file of the usage log, and the log for its failures. */
  readonly usageLog?: { readonly file: UnsyncedLineFile; readonly log: Log } | undefined;
  /** The maximum number of queued requests in each lane. */
  readonly maxQueued?: number;
}

interface QueuedRequest {
  readonly kind: string;
  readonly grant: (permit: Permit) => void;
}

export class Limiter {
  /** The current rules. */
  rules: readonly RateRule[];
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #time: LimiterTime;
  readonly #maxQueued: number;
  readonly #usageLog: UsageLog | null;
  readonly #roundTrips = new RoundTrips();
  readonly #schedule: Schedule;
  readonly #inFlight: InFlight;
  readonly #queue = new LaneQueue<QueuedRequest>();
  readonly #alarm: Alarm;
  readonly #changed = new Emitter<void>();
  /** The number of further requests that the latest request of a lane announced, until the lane is empty. */
  readonly #following = new Map<Lane, number>();
  /** The slots of the team; `null` without a team. */
  #slots: Slots | null = null;

  constructor({ api, rules, clock, elapsed, usageLog, maxQueued = MAX_QUEUED }: LimiterOptions) {
    this.#api = api;
    this.#clock = clock;
    this.#maxQueued = maxQueued;
    this.rules = rules;
    this.#alarm = new Alarm(clock, () => this.#pump());
    const time = new LimiterTime(clock, elapsed);
    this.#time = time;
    this.#usageLog = usageLog ? new UsageLog({ ...usageLog, now: () => clock.now() }) : null;
    const restored = this.#usageLog?.read() ?? null;
    const arrivals = (restored?.arrivals ?? []).map((at) => Math.min(time.ofClock(at), time.now()));
    const past = { arrivals, pauseMs: restored?.pauseMs ?? 0 };
    const roundTrips = this.#roundTrips;
    this.#schedule = new Schedule({ rules, time, clock, roundTrips, past });
    const { windows } = this.#schedule;
    this.#inFlight = new InFlight({ windows, time, clock, roundTrips, usageLog: this.#usageLog });
    if (restored) this.#usageLog?.rewrite(this.#usage());
  }

  /** Emits when the snapshot may have changed. */
  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /**
   * Waits for a permit. Throws AppError `queueFull` when too many requests of the lane are queued, and `cancelled` as soon as the signal aborts;
   * the request then leaves the queue at once.
   */
  acquire({ kind = '', lane = 'interactive', task = '', following = 0, signal }: PermitRequest = {}): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(cancelled(false));
    if (this.#queue.sizeOf(lane) >= this.#maxQueued) {
      const queued = this.#queue.sizeOf(lane);
      return Promise.reject(new AppError('queueFull', { queued, estimateMs: this.timeToSend(this.#queue.size).ms }));
    }
    return new Promise<Permit>((resolve, reject) => {
      const grant = (permit: Permit) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(permit);
      };
      this.#following.set(lane, following);
      const entry = this.#queue.enqueue(lane, task, { kind, grant });
      const onAbort = () => {
        this.#queue.remove(entry);
        this.#noteEmptyLanes();
        if (this.#queue.size === 0) this.#pump();
        else this.#changed.emit();
        reject(cancelled(false));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      // A request that joins those of its lane makes none leave earlier.
      if (this.#queue.sizeOf(lane) > 1) return this.#changed.emit();
      if (this.#queue.size === 1) this.#schedule.pacer.queueFilled(this.#time.now());
      this.#pump();
    });
  }

  /** The time until the last of `count` requests may leave if no other request is queued. */
  timeToSend(count: number): Estimate {
    return this.#schedule.timeToSend(count);
  }

  /** Returns the usual time to an answer of a kind, in ms of the connection's clock; `null` before the first answer. */
  latencyMs(kind: string): number | null {
    return this.#roundTrips.latencyMs(kind, this.#clock.face().rate);
  }

  /** Changes the rules; past requests count in the new windows. */
  setRules(rules: readonly RateRule[]): void {
    this.rules = rules;
    this.#schedule.setRules(rules);
    this.#pump();
  }

  /** Shares the limit with a team from now on; `null` ends that. */
  share(make: MakeSlots | null): void {
    this.#slots?.close();
    this.#slots =
      make?.({
        now: () => this.#time.now(),
        after: (delayMs, run) => this.#clock.after(delayMs, run),
        windows: this.#schedule.windows,
        fastestMs: () => this.#roundTrips.fastestMs,
      }) ?? null;
    this.#slots?.changed.subscribe(() => this.#pump());
    this.#pump();
  }

  /** The rest of the pause that a 429 asked for, in ms of the connection's clock; 0 without a pause. */
  get pausedMs(): number {
    return Math.max(0, this.#schedule.throttle.pausedUntil - this.#time.now());
  }

  /** Ends the pause, because a person wants to send now. */
  endPause(): void {
    if (this.pausedMs === 0) return;
    this.#schedule.throttle.endPause();
    this.#slots?.resumed();
    this.#usageLog?.paused(this.#clock.now());
    this.#pump();
  }

  /** Grants permits that are due although the timer did not ring, for example after sleep. */
  recheck(): void {
    this.#alarm.clear();
    this.#pump();
  }

  snapshot(): RateGroup {
    const schedule = this.#schedule;
    const queue = this.#queue;
    const now = this.#time.now();
    const at = this.#clock.now();
    const onClock = (instant: number | null) => (instant === null ? null : this.#time.onClock(instant));
    const unanswered = this.#inFlight.unanswered().map(([, sentAt]) => sentAt);
    return {
      api: this.#api,
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
      pausedUntil: schedule.throttle.pausedUntil > now ? onClock(schedule.throttle.pausedUntil) : null,
      rateShare: schedule.pacer.rateShare(now),
      lastHour: countsByMinute(
        [...schedule.windows.past(now), ...unanswered].map((it) => this.#time.onClock(it)),
        at,
      ),
      findings: schedule.findings.list(at),
    };
  }

  /** Ends the writing of the usage log and leaves the team, because the connection was removed. */
  close(): void {
    this.#slots?.close();
    this.#usageLog?.close();
  }

  /** Grants all permits that are due, in order, and sets the alarm for the next. */
  #pump(): void {
    const now = this.#time.now();
    const { pacer, windows } = this.#schedule;
    this.#schedule.expireReports(now);
    const lostAt = this.#inFlight.releaseLost(now) ?? Number.POSITIVE_INFINITY;
    let next: number | null = null;
    for (let lane = this.#queue.urgentLane; lane !== null; lane = this.#queue.urgentLane) {
      next = this.#schedule.nextAt(now, lane, this.#queue.sizeOf(lane) + (this.#following.get(lane) ?? 0));
      if (next === null) break;
      const slot = this.#slots ? this.#slots.take(lane, now, next) : next > now ? next : undefined;
      if (slot === null || typeof slot === 'number') {
        next = slot;
        break;
      }
      const request = this.#queue.dequeue();
      if (!request) break;
      this.#noteEmptyLanes();
      next = null;
      request.grant(this.#permitOf(this.#inFlight.begin(request.kind, pacer.granted(now), slot ?? null)));
    }
    const ringAt = Math.min(next ?? Number.POSITIVE_INFINITY, windows.reportsValidUntil, lostAt);
    this.#alarm.set(this.#queue.size > 0 && Number.isFinite(ringAt) ? ringAt : null, now);
    if (this.#queue.size === 0) pacer.queueEmptied(now);
    this.#changed.emit();
  }

  #noteEmptyLanes(): void {
    for (const lane of Lane.options)
      if (this.#queue.sizeOf(lane) === 0) {
        this.#schedule.laneEmptied(lane);
        this.#following.delete(lane);
      }
  }

  #permitOf(request: InFlightRequest): Permit {
    const inFlight = this.#inFlight;
    const ended = (hasEnded: boolean) => {
      if (!hasEnded) return;
      this.#rewriteUsageIfDue();
      this.#pump();
    };
    return {
      sent: () => {
        inFlight.sent(request);
        this.#rewriteUsageIfDue();
        // The alarm then rings when this request counts as lost.
        if (this.#queue.size > 0) this.#pump();
      },
      answered: (answer) => {
        const hasEnded = inFlight.answered(request);
        if (hasEnded && this.#schedule.onAnswer(answer, request.sentAt)) {
          this.#usageLog?.paused(this.#time.onClock(this.#schedule.throttle.pausedUntil));
          this.#slots?.refused(request.sentAt, this.pausedMs);
        }
        ended(hasEnded);
      },
      unanswered: () => ended(inFlight.withoutAnswer(request)),
      unused: () => ended(inFlight.unused(request)),
    };
  }

  #rewriteUsageIfDue(): void {
    if (this.#usageLog?.isRewriteDue) this.#usageLog.rewrite(this.#usage());
  }

  #usage(): Usage {
    const now = this.#time.now();
    const { windows, throttle } = this.#schedule;
    const onClock = (at: number) => this.#time.onClock(at);
    return {
      arrivals: windows.past(now).map(onClock),
      unanswered: this.#inFlight.unanswered().map(([id, at]) => [id, onClock(at)] as const),
      pausedUntil: throttle.pausedUntil > now ? onClock(throttle.pausedUntil) : null,
    };
  }
}

/** Counts the instants in each of the last 60 minutes, the current one last; those in the future (after the clock was set back) are left out. */
function countsByMinute(instants: readonly number[], now: number): number[] {
  const counts = new Map<number, number>();
  for (const at of instants) counts.set(Math.floor(at / MINUTE_MS), (counts.get(Math.floor(at / MINUTE_MS)) ?? 0) + 1);
  const first = Math.floor(now / MINUTE_MS) - HISTORY_MINUTES + 1;
  return Array.from({ length: HISTORY_MINUTES }, (_, index) => counts.get(first + index) ?? 0);
}

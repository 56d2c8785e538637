/**
 * Lets requests go so that a server never sees more of them than a limit's windows allow (spec.md, Limits).
 *
 * The server counts arrivals, and delays of the network compress spacing. So a place in a window comes back one window after the
 * latest instant at which its request can have arrived (arrivals.ts), plus a guard; one that is unanswered keeps its place. Then no
 * window of the server holds too many, whether it counts by sliding log, by fixed windows or by gradual refill. From rest a few
 * requests go at once; under backlog they are spaced evenly (pace.ts), so that ordinary jitter costs no throughput. Who goes next is
 * decided in lane-queue.ts; what the server says of its limits is heeded in server-words.ts; notes.ts makes it outlive the process.
 */
import { AppError } from '../../../shared/errors.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import type { RateGroup, RateRule } from '../../../shared/model/rates.ts';
import { cancelled } from '../../http/abort.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Log, NoteFile, Subscribable } from '../../platform/ports.ts';
import { AbortWatch } from './abort-watch.ts';
import { Arrivals } from './arrivals.ts';
import { type Estimate, estimate } from './estimate.ts';
import { Findings } from './findings.ts';
import { InFlight } from './in-flight.ts';
import { LaneQueue } from './lane-queue.ts';
import { LimiterTime } from './limiter-time.ts';
import { MinuteCounts } from './minute-counts.ts';
import { Pacer } from './pacer.ts';
import type { Permit, PermitRequest, ResponseHead } from './permit.ts';
import { nextChangeAt, type RateGroupSources, rateGroup } from './rate-group.ts';
import { ReportedLimits, type ResponseContext } from './reported-limits.ts';
import { Throttle } from './throttle.ts';
import { restoredArrivals, UsageLog } from './usage-log.ts';
import { Windows } from './windows.ts';

export type { Permit, PermitRequest, ResponseHead } from './permit.ts';

/** As many wait in one lane, so that a bulk task cannot keep others out. */
const MAX_QUEUED = 10_000;

export interface LimiterOptions {
  readonly api: Api;
  readonly rules: readonly RateRule[];
  /** The connection's clock. */
  readonly clock: Clock;
  /** See {@link LimiterTime}. */
  readonly elapsed?: (() => number) | undefined;
  /** Where it is kept what was sent, and the log that is told when that fails. */
  readonly usageLog?: { readonly file: NoteFile; readonly log: Log } | undefined;
  /** In each lane. */
  readonly maxQueued?: number;
}

interface QueuedRequest {
  readonly kind: string;
  readonly grant: (permit: Permit) => void;
}

export class Limiter {
  readonly #clock: Clock;
  readonly #time: LimiterTime;
  readonly #maxWaiting: number;
  readonly #windows: Windows;
  readonly #pacer: Pacer;
  readonly #arrivals: Arrivals;
  readonly #inFlight: InFlight;
  readonly #reported: ReportedLimits;
  readonly #throttle: Throttle;
  readonly #groupSources: RateGroupSources;
  readonly #minutes = new MinuteCounts();
  readonly #findings = new Findings();
  readonly #usageLog: UsageLog | null;
  readonly #changed = new Emitter<void>();
  readonly #aborts = new AbortWatch();
  readonly #queue = new LaneQueue<QueuedRequest>();
  #rules: readonly RateRule[];
  #alarm: { readonly at: number; readonly setAt: number; readonly disarm: () => void } | null = null;

  constructor({ api, rules, clock, elapsed, usageLog: kept, maxQueued: maxWaiting = MAX_QUEUED }: LimiterOptions) {
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
    this.#rules = rules;
    const time = new LimiterTime(clock, elapsed);
    this.#time = time;
    const now = time.now();
    this.#usageLog = kept ? new UsageLog({ ...kept, now: () => clock.now(), usage: () => this.#kept() }) : null;
    const before = this.#usageLog?.read();
    const arrivals = before ? restoredArrivals(before, time) : [];
    this.#windows = new Windows(arrivals);
    this.#windows.setRules(rules, [], now);
    for (const [at, count] of before?.minutes ?? []) this.#minutes.add(at, count);
    this.#arrivals = new Arrivals(now, before?.jitterMs ?? null);
    this.#pacer = new Pacer(this.#windows.pacing(), now, arrivals.at(-1));
    const parts = { windows: this.#windows, time, clock, arrivals: this.#arrivals, minutes: this.#minutes };
    const shared = { ...parts, pacer: this.#pacer, findings: this.#findings };
    this.#throttle = new Throttle({ ...shared, pausedUntil: now + (before?.pauseMs ?? 0) });
    this.#reported = new ReportedLimits(this.#windows, time, this.#findings);
    this.#inFlight = new InFlight({
      ...parts,
      usageLog: this.#usageLog,
      isCautious: (at) => this.#throttle.isCautious(at),
      heed: (answer, context) => this.#heed(answer, context),
      ended: () => {
        this.#pacer.setPacing(this.#throttle.pacing(), time.now());
        this.#pump();
      },
    });
    this.#groupSources = { ...shared, api, reported: this.#reported, queue: this.#queue };
    if (before) this.#usageLog?.rewrite();
  }

  /** Something that a snapshot shows has changed. */
  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /**
   * Waits for leave to send one request. Throws AppError `queueFull` when too many of its lane wait already, and `cancelled` as soon as
   * the signal aborts; the place in the queue is then free at once.
   */
  acquire({ kind = '', lane = 'interactive', task = '', signal }: PermitRequest = {}): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(cancelled(false));
    if (this.#queue.sizeOf(lane) >= this.#maxWaiting) {
      const waiting = this.#queue.countThrough(lane);
      return Promise.reject(new AppError('queueFull', { waiting, estimateMs: this.timeToSend(waiting).ms }));
    }
    return new Promise<Permit>((resolve, reject) => {
      let unwatch = () => {};
      const grant = (permit: Permit) => {
        unwatch();
        resolve(permit);
      };
      const waiter = this.#queue.enqueue(lane, task, { kind, grant });
      if (signal)
        unwatch = this.#aborts.watch(signal, () => {
          this.#queue.remove(waiter);
          if (this.#queue.size === 0) this.#pump();
          else this.#changed.emit();
          reject(cancelled(false));
        });
      // Who comes behind others changes nothing for them.
      if (this.#queue.size > 1 && !this.#clockWasSetBack()) return this.#changed.emit();
      this.#pacer.queueFilled(this.#time.now());
      this.#pump();
    });
  }

  /** How long until the last of `count` requests may leave, as if no other request were queued. */
  timeToSend(count: number): Estimate {
    return estimate(count, this.#windows, this.#pacer, this.#throttle.pausedUntil, this.#time.now());
  }

  /** How long answers of a kind usually take, in ms of the connection's clock; `null` before the first answer. */
  latencyMs(kind: string): number | null {
    return this.#arrivals.latencyMs(kind, this.#clock.face().rate);
  }

  /** Other limits hold from now on; what is known of the past stays. */
  setRules(rules: readonly RateRule[]): void {
    this.#rules = rules;
    const now = this.#time.now();
    this.#windows.setRules(rules, this.#inFlight.holders, now);
    this.#findings.rulesChanged(rules);
    this.#pacer.setPacing(this.#throttle.pacing(), now);
    this.#pump();
  }

  /** Time may have gone on otherwise than alarms did, as in sleep: lets go who may. */
  recheck(): void {
    this.#alarm?.disarm();
    this.#alarm = null;
    this.#pump();
  }

  /** The rules that hold. */
  get rules(): readonly RateRule[] {
    return this.#rules;
  }

  snapshot(): RateGroup {
    return rateGroup(this.#groupSources, this.#throttle.pausedUntil, this.timeToSend(this.#queue.size).ms);
  }

  /** When a snapshot changes by time alone, on the clock; `null` when it does not. */
  nextChangeAt(): number | null {
    return nextChangeAt(this.#groupSources, this.#throttle.pausedUntil);
  }

  /** Writes no more: its connection is gone. */
  close(): void {
    this.#usageLog?.close();
  }

  /** Lets everyone go who may, in order, and sets the alarm for the next. */
  #pump(): void {
    const now = this.#time.now();
    if (this.#windows.expireReports(now)) this.#pacer.setPacing(this.#throttle.pacing(), now);
    let next: number | null = null;
    while (this.#queue.size > 0) {
      next = this.#nextAt(now);
      if (next === null || next > now) break;
      const request = this.#queue.dequeue();
      if (!request) break;
      next = null;
      request.grant(this.#inFlight.begin(request.kind, this.#pacer.granted(now)));
    }
    this.#setAlarm(next === null ? null : Math.min(next, this.#windows.reportsValidUntil), now);
    if (this.#queue.size === 0) this.#pacer.queueEmptied(now);
    this.#changed.emit();
  }

  #setAlarm(at: number | null, now: number): void {
    if (this.#alarm && this.#alarm.at === at && !this.#clockWasSetBack()) return;
    this.#alarm?.disarm();
    this.#alarm = null;
    if (at === null) return;
    const disarm = this.#clock.after(Math.max(1, Math.ceil(at - now)), () => {
      this.#alarm = null;
      this.#pump();
    });
    this.#alarm = { at, setAt: this.#clock.now(), disarm };
  }

  /** Since the alarm was set: then it may ring far too late. */
  #clockWasSetBack(): boolean {
    return this.#alarm !== null && this.#clock.now() < this.#alarm.setAt;
  }

  /** When the first in the queue may go; `null` when that hangs on an answer still to come. */
  #nextAt(now: number): number | null {
    let at = Math.max(this.#throttle.pausedUntil, this.#pacer.nextAt(now));
    for (const window of this.#windows.all) {
      const free = window.availableAt(now);
      if (free === null) return null;
      at = Math.max(at, free);
    }
    return at;
  }

  #heed(answer: ResponseHead, context: ResponseContext): void {
    const usedUp = this.#reported.apply(answer.headers, context, this.#inFlight.holders);
    if (!this.#throttle.onResponse(answer, context, usedUp)) return;
    const until = this.#time.onClock(this.#throttle.pausedUntil);
    this.#usageLog?.paused(until, this.#arrivals.jitterMs(this.#time.now()));
  }

  #kept() {
    const now = this.#time.now();
    const onClock = (at: number) => this.#time.onClock(at);
    return {
      arrivals: this.#windows.past(now).map(onClock),
      unanswered: this.#inFlight.unanswered().map(([id, at]) => [id, onClock(at)] as const),
      minutes: this.#minutes.entries(this.#clock.now()),
      pausedUntil: this.#throttle.pausedUntil > now ? onClock(this.#throttle.pausedUntil) : null,
      jitterMs: this.#arrivals.jitterMs(now),
    };
  }
}

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
import type { Lane, RateGroup, RateRule } from '../../../shared/model/rates.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Log, NoteFile, Subscribable } from '../../platform/ports.ts';
import { cancelled } from '../cancel.ts';
import { AbortWatch } from './abort-watch.ts';
import { Arrivals } from './arrivals.ts';
import { type Estimate, estimate } from './estimate.ts';
import { Findings } from './findings.ts';
import { Flights } from './flights.ts';
import { LaneQueue } from './lane-queue.ts';
import { LimiterTime } from './limiter-time.ts';
import { Minutes } from './minutes.ts';
import { Notes } from './notes.ts';
import { Pace } from './pace.ts';
import type { Answer, Ask, Forecast, Permit } from './permit.ts';
import { askedWaitMs } from './retry-after.ts';
import { ServerWords, type Speaker } from './server-words.ts';
import type { WindowPlaces } from './window-places.ts';
import { Windows } from './windows.ts';

export type { Answer, Ask, Forecast, Permit } from './permit.ts';

/** The pause after a 429 that names no time. */
const PAUSE_MS = 1_000;
/** After a 429 that happened all the same, every round trip is charged in full for so long. */
const CAUTION_MS = 600_000;
/** As many wait in one lane, so that a bulk task cannot keep others out. */
const MAX_WAITING = 10_000;
/** An API without rules that refuses is taken to bear what was sent in so long. */
const UNRULED_SPAN_MS = 10_000;

export interface LimiterOptions {
  readonly api: Api;
  readonly rules: readonly RateRule[];
  /** The connection's clock. */
  readonly clock: Clock;
  /** See {@link LimiterTime}. */
  readonly elapsed?: (() => number) | undefined;
  /** Where it is kept what was sent, and the log that is told when that fails. */
  readonly kept?: { readonly file: NoteFile; readonly log: Log } | undefined;
  /** In each lane. */
  readonly maxWaiting?: number;
}

interface Guest {
  readonly kind: string;
  readonly grant: (permit: Permit) => void;
}

export class Limiter {
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #time: LimiterTime;
  readonly #maxWaiting: number;
  readonly #windows: Windows;
  readonly #pace: Pace;
  readonly #arrivals: Arrivals;
  readonly #flights: Flights;
  readonly #words: ServerWords;
  readonly #minutes = new Minutes();
  readonly #findings = new Findings();
  readonly #notes: Notes | null;
  readonly #changed = new Emitter<void>();
  readonly #aborts = new AbortWatch();
  readonly #queue = new LaneQueue<Guest>();
  #rules: readonly RateRule[];
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #cautiousUntil = Number.NEGATIVE_INFINITY;
  #cutAt = Number.NEGATIVE_INFINITY;
  /** The interval of an API without rules that refused. */
  #unruledMs = 0;
  #alarm: { readonly at: number; readonly setAt: number; readonly disarm: () => void } | null = null;

  constructor({ api, rules, clock, elapsed, kept, maxWaiting = MAX_WAITING }: LimiterOptions) {
    this.#api = api;
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
    this.#rules = rules;
    const time = new LimiterTime(clock, elapsed);
    this.#time = time;
    const now = time.now();
    this.#notes = kept ? new Notes({ ...kept, now: () => clock.now(), kept: () => this.#kept() }) : null;
    const before = this.#notes?.read();
    const arrivals = (before?.arrivals ?? []).map((at) => Math.min(time.ofClock(at), now));
    // What was sent and not answered may have arrived as late as now.
    this.#windows = new Windows([...arrivals, ...Array.from({ length: before?.unanswered ?? 0 }, () => now)]);
    this.#windows.setRules(rules, [], now);
    for (const [at, count] of before?.minutes ?? []) this.#minutes.add(at, count);
    if (before?.pausedUntil) this.#pausedUntil = time.ofClock(before.pausedUntil);
    this.#arrivals = new Arrivals(now, before?.jitterMs ?? null);
    this.#pace = new Pace(this.#windows.beat(), now);
    this.#words = new ServerWords(this.#windows, time, this.#findings);
    this.#flights = new Flights({
      windows: this.#windows,
      time,
      clock,
      arrivals: this.#arrivals,
      minutes: this.#minutes,
      notes: this.#notes,
      cautious: (at) => at < this.#cautiousUntil,
      heed: (answer, speaker) => this.#heed(answer, speaker),
      ended: () => {
        this.#pace.beat = this.#beat();
        this.#pump();
      },
    });
    if (before) this.#notes?.rewrite();
  }

  /** Something that a snapshot shows has changed. */
  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /**
   * Waits for leave to send one request. Throws AppError `queueFull` when too many of its lane wait already, and `cancelled` as soon as
   * the signal aborts; the place in the queue is then free at once.
   */
  acquire({ kind = '', lane = 'interactive', task = '', signal }: Ask = {}): Promise<Permit> {
    if (signal?.aborted) return Promise.reject(cancelled(false));
    if (this.#queue.sizeOf(lane) >= this.#maxWaiting) {
      const waiting = this.#queue.upTo(lane);
      return Promise.reject(new AppError('queueFull', { waiting, estimateMs: this.#estimate(waiting).ms }));
    }
    return new Promise<Permit>((resolve, reject) => {
      let unwatch = () => {};
      const grant = (permit: Permit) => {
        unwatch();
        resolve(permit);
      };
      const waiter = this.#queue.add(lane, task, { kind, grant });
      if (signal)
        unwatch = this.#aborts.watch(signal, () => {
          this.#queue.leave(waiter);
          if (this.#queue.size === 0) this.#pump();
          else this.#changed.emit();
          reject(cancelled(false));
        });
      // Who comes behind others changes nothing for them.
      if (this.#queue.size > 1 && !this.#clockWasSetBack()) return this.#changed.emit();
      this.#pace.wake(this.#time.now());
      this.#pump();
    });
  }

  /** How long `count` requests of a lane would take that are asked for now, behind those that wait. */
  forecast({ count, lane }: { readonly count: number; readonly lane: Lane }): Forecast {
    const ahead = this.#queue.upTo(lane);
    const first = this.#estimate(ahead + 1);
    const last = this.#estimate(ahead + count);
    return { waitMs: first.ms, durationMs: Math.max(0, last.ms - first.ms), binding: last.binding };
  }

  /** Other limits hold from now on; what is known of the past stays. */
  setRules(rules: readonly RateRule[]): void {
    this.#rules = rules;
    this.#windows.setRules(rules, this.#flights.holders, this.#time.now());
    this.#pace.beat = this.#beat();
    this.#pump();
  }

  /** The rules that hold. */
  get rules(): readonly RateRule[] {
    return this.#rules;
  }

  snapshot(): RateGroup {
    const now = this.#time.now();
    const at = this.#clock.now();
    const shown = (instant: number | null) => (instant === null ? null : this.#time.onClock(instant));
    return {
      api: this.#api,
      windows: this.#windows.all.map((window) => ({
        ...window.rule,
        allowed: window.allowed,
        used: window.used(now),
        others: window.others(now),
        freesAt: shown(window.nextReturn(now)),
        server: this.#words.shown(window.windowMs),
      })),
      waiting: this.#queue.size,
      lanes: {
        interactive: this.#queue.sizeOf('interactive'),
        background: this.#queue.sizeOf('background'),
        bulk: this.#queue.sizeOf('bulk'),
      },
      estimateMs: this.#estimate(this.#queue.size).ms,
      pausedUntil: this.#pausedUntil > now ? shown(this.#pausedUntil) : null,
      pace: this.#pace.share(now),
      lastHour: this.#minutes.lastHour(at),
      findings: this.#findings.list(at),
    };
  }

  /** When a snapshot changes by time alone, on the clock; `null` when it does not. */
  changesAt(): number | null {
    const now = this.#time.now();
    const instants = [...this.#windows.all.map((window) => window.nextReturn(now)), this.#pace.nextStepAt(now)];
    if (this.#pausedUntil > now) instants.push(this.#pausedUntil);
    const onClock = instants.filter((at) => at !== null).map((at) => this.#time.onClock(at));
    const next = Math.min(...onClock, this.#minutes.changesAt(this.#clock.now()) ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(next) ? next : null;
  }

  /** Writes no more: its connection is gone. */
  forget(): void {
    this.#notes?.close();
  }

  /** Lets everyone go who may, in order, and sets the alarm for the next. */
  #pump(): void {
    const now = this.#time.now();
    if (this.#windows.forgetWords(now)) this.#pace.beat = this.#beat();
    let next: number | null = null;
    while (this.#queue.size > 0) {
      next = this.#nextAt(now);
      if (next === null || next > now) break;
      const guest = this.#queue.take();
      if (!guest) break;
      next = null;
      guest.grant(this.#flights.begin(guest.kind, this.#pace.took(now)));
    }
    this.#setAlarm(next, now);
    if (this.#queue.size === 0) this.#pace.rest(now);
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
    let at = Math.max(this.#pausedUntil, this.#pace.nextAt(now));
    for (const window of this.#windows.all) {
      const free = window.freeAt(now);
      if (free === null) return null;
      at = Math.max(at, free);
    }
    return at;
  }

  #heed(answer: Answer, speaker: Speaker): void {
    const { status, headers } = answer;
    const now = this.#time.now();
    const usedUp = this.#words.heed(headers, speaker, this.#flights.holders);
    if (status !== 429 && !(status === 503 && headers.has('retry-after'))) return;
    const waitMs = askedWaitMs(headers, this.#clock.now());
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (waitMs ?? PAUSE_MS));
    if (status === 429) this.#refused(usedUp[0] ?? this.#windows.fullest(now), speaker, now);
    this.#notes?.rewrite();
  }

  /** A 429 happened all the same: half the speed, once for all that were under way together, and a word for the person. */
  #refused(window: WindowPlaces | null, { sentAt, exchangeId }: Speaker, now: number): void {
    const ours = window?.own(now) ?? this.#windows.arrivedWithin(60_000, now);
    const [windowMs, limit] = [window?.windowMs ?? null, window?.allowed ?? null];
    const theirs = window && window.others(now) > 0 ? window.used(now) : null;
    const facts = { kind: 'refused', windowMs, limit, ours, theirs, exchangeId } as const;
    this.#findings.happened(facts, this.#clock.now());
    this.#cautiousUntil = now + CAUTION_MS;
    if (sentAt < this.#cutAt) return;
    this.#cutAt = now;
    if (window === null)
      this.#unruledMs = UNRULED_SPAN_MS / Math.max(1, this.#windows.arrivedWithin(UNRULED_SPAN_MS, now));
    else if (this.#windows.all.some((it) => it.own(now) >= it.allowed - 1)) this.#arrivals.refused(now);
    this.#pace.halve(now, Math.max(now, this.#pausedUntil));
    this.#pace.beat = this.#beat();
  }

  #beat() {
    if (this.#windows.size > 0) return this.#windows.beat();
    if (this.#pace.share(this.#time.now()) === 1) this.#unruledMs = 0;
    return { intervalMs: this.#unruledMs, burst: this.#unruledMs === 0 ? Number.POSITIVE_INFINITY : 1 };
  }

  #estimate(count: number): Estimate {
    return estimate(count, this.#windows, this.#pace, this.#pausedUntil, this.#time.now());
  }

  #kept() {
    const now = this.#time.now();
    const onClock = (at: number) => this.#time.onClock(at);
    return {
      arrivals: this.#windows.past(now).map(onClock),
      underWay: this.#flights.underWay().map(([id, at]) => [id, onClock(at)] as const),
      minutes: this.#minutes.entries(this.#clock.now()),
      pausedUntil: this.#pausedUntil > now ? onClock(this.#pausedUntil) : null,
      jitterMs: this.#arrivals.jitterMs(now),
    };
  }
}

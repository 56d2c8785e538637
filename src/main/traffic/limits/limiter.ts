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
import { Flights } from './flights.ts';
import { LaneQueue } from './lane-queue.ts';
import { LimiterTime } from './limiter-time.ts';
import { Minutes } from './minutes.ts';
import { arrivalsBefore, Notes } from './notes.ts';
import { Pace } from './pace.ts';
import type { Answer, Ask, Permit } from './permit.ts';
import { changesAt, rateGroup, type Shown } from './rate-group.ts';
import { Restraint } from './restraint.ts';
import { ServerWords, type Speaker } from './server-words.ts';
import { Windows } from './windows.ts';

export type { Answer, Ask, Permit } from './permit.ts';

/** As many wait in one lane, so that a bulk task cannot keep others out. */
const MAX_WAITING = 10_000;

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
  readonly #clock: Clock;
  readonly #time: LimiterTime;
  readonly #maxWaiting: number;
  readonly #windows: Windows;
  readonly #pace: Pace;
  readonly #arrivals: Arrivals;
  readonly #flights: Flights;
  readonly #words: ServerWords;
  readonly #restraint: Restraint;
  readonly #shown: Shown;
  readonly #minutes = new Minutes();
  readonly #findings = new Findings();
  readonly #notes: Notes | null;
  readonly #changed = new Emitter<void>();
  readonly #aborts = new AbortWatch();
  readonly #queue = new LaneQueue<Guest>();
  #rules: readonly RateRule[];
  #alarm: { readonly at: number; readonly setAt: number; readonly disarm: () => void } | null = null;

  constructor({ api, rules, clock, elapsed, kept, maxWaiting = MAX_WAITING }: LimiterOptions) {
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
    this.#rules = rules;
    const time = new LimiterTime(clock, elapsed);
    this.#time = time;
    const now = time.now();
    this.#notes = kept ? new Notes({ ...kept, now: () => clock.now(), kept: () => this.#kept() }) : null;
    const before = this.#notes?.read();
    const arrivals = before ? arrivalsBefore(before, time) : [];
    this.#windows = new Windows(arrivals);
    this.#windows.setRules(rules, [], now);
    for (const [at, count] of before?.minutes ?? []) this.#minutes.add(at, count);
    this.#arrivals = new Arrivals(now, before?.jitterMs ?? null);
    this.#pace = new Pace(this.#windows.beat(), now, arrivals.at(-1));
    const parts = { windows: this.#windows, time, clock, arrivals: this.#arrivals, minutes: this.#minutes };
    const shared = { ...parts, pace: this.#pace, findings: this.#findings };
    this.#restraint = new Restraint({ ...shared, pausedUntil: now + (before?.pauseMs ?? 0) });
    this.#words = new ServerWords(this.#windows, time, this.#findings);
    this.#flights = new Flights({
      ...parts,
      notes: this.#notes,
      cautious: (at) => this.#restraint.cautious(at),
      heed: (answer, speaker) => this.#heed(answer, speaker),
      ended: () => {
        this.#pace.follow(this.#restraint.beat(), time.now());
        this.#pump();
      },
    });
    this.#shown = { ...shared, api, words: this.#words, queue: this.#queue };
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
      return Promise.reject(new AppError('queueFull', { waiting, estimateMs: this.timeToSend(waiting).ms }));
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

  /** How long until the last of `count` requests may leave, as if no other request were queued. */
  timeToSend(count: number): Estimate {
    return estimate(count, this.#windows, this.#pace, this.#restraint.pausedUntil, this.#time.now());
  }

  /** Other limits hold from now on; what is known of the past stays. */
  setRules(rules: readonly RateRule[]): void {
    this.#rules = rules;
    const now = this.#time.now();
    this.#windows.setRules(rules, this.#flights.holders, now);
    this.#findings.chosen(rules);
    this.#pace.follow(this.#restraint.beat(), now);
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
    return rateGroup(this.#shown, this.#restraint.pausedUntil, this.timeToSend(this.#queue.size).ms);
  }

  /** When a snapshot changes by time alone, on the clock; `null` when it does not. */
  changesAt(): number | null {
    return changesAt(this.#shown, this.#restraint.pausedUntil);
  }

  /** Writes no more: its connection is gone. */
  forget(): void {
    this.#notes?.close();
  }

  /** Lets everyone go who may, in order, and sets the alarm for the next. */
  #pump(): void {
    const now = this.#time.now();
    if (this.#windows.forgetWords(now)) this.#pace.follow(this.#restraint.beat(), now);
    let next: number | null = null;
    while (this.#queue.size > 0) {
      next = this.#nextAt(now);
      if (next === null || next > now) break;
      const guest = this.#queue.take();
      if (!guest) break;
      next = null;
      guest.grant(this.#flights.begin(guest.kind, this.#pace.took(now)));
    }
    this.#setAlarm(next === null ? null : Math.min(next, this.#windows.wordsHoldUntil), now);
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
    let at = Math.max(this.#restraint.pausedUntil, this.#pace.nextAt(now));
    for (const window of this.#windows.all) {
      const free = window.freeAt(now);
      if (free === null) return null;
      at = Math.max(at, free);
    }
    return at;
  }

  #heed(answer: Answer, speaker: Speaker): void {
    const usedUp = this.#words.heed(answer.headers, speaker, this.#flights.holders);
    if (!this.#restraint.heed(answer, speaker, usedUp)) return;
    const until = this.#time.onClock(this.#restraint.pausedUntil);
    this.#notes?.paused(until, this.#arrivals.jitterMs(this.#time.now()));
  }

  #kept() {
    const now = this.#time.now();
    const onClock = (at: number) => this.#time.onClock(at);
    return {
      arrivals: this.#windows.past(now).map(onClock),
      underWay: this.#flights.underWay().map(([id, at]) => [id, onClock(at)] as const),
      minutes: this.#minutes.entries(this.#clock.now()),
      pausedUntil: this.#restraint.pausedUntil > now ? onClock(this.#restraint.pausedUntil) : null,
      jitterMs: this.#arrivals.jitterMs(now),
    };
  }
}

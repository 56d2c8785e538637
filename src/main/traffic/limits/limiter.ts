/**
 * Lets requests go so that a server never sees more of them than a limit's windows allow (spec.md, Limits), first come first served.
 *
 * The server counts arrivals, and delays of the network compress spacing. So a place in a window comes back one window after the
 * latest instant at which its request can have arrived (arrivals.ts), plus a guard; one that is unanswered keeps its place. Then no
 * window of the server holds too many, whether it counts by sliding log, by fixed windows or by gradual refill. From rest a few
 * requests go at once; under backlog they are spaced evenly (pace.ts), so that ordinary jitter costs no throughput.
 */
import { AppError } from '../../../shared/errors.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import {
  HISTORY_MINUTES,
  type Lane,
  type RateGroup,
  type RateRule,
  type ServerRate,
} from '../../../shared/model/rates.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Subscribable } from '../../platform/ports.ts';
import { cancelled } from '../cancel.ts';
import { Arrivals } from './arrivals.ts';
import { LaneQueue } from './lane-queue.ts';
import { Pace } from './pace.ts';
import { retryAt, serverRates } from './rate-headers.ts';
import { Slots } from './slots.ts';

/** For the granularity of both sides' clocks. */
const GUARD_MS = 10;
/** A request without an answer may still be under way when it is given up. */
const LOST_GUARD_MS = 1_000;
/** The pause after a 429 that names no time. */
const PAUSE_MS = 1_000;
/** After a 429 that happened all the same, every round trip is charged in full for so long. */
const CAUTION_MS = 600_000;
const MAX_WAITING = 10_000;

export interface LimiterOptions {
  readonly api: Api;
  readonly rules: readonly RateRule[];
  readonly clock: Clock;
  readonly maxWaiting?: number;
}

/** Who asks for leave. */
export interface Ask {
  /** Groups requests of like duration: an operation. */
  readonly kind?: string;
  /** `interactive` where it is not said. */
  readonly lane?: Lane;
  /** Within a lane tasks take turns; '' is none. */
  readonly task?: string;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status; `exchangeId` is where it is on record. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly exchangeId?: string;
}

/** How long requests would take that are asked for now: `waitMs` until the first may go, `durationMs` from then to the last. */
export interface Forecast {
  readonly waitMs: number;
  readonly durationMs: number;
  /** The rule that decides how long; `null`: none does. */
  readonly binding: RateRule | null;
}

/** Leave to send one request. Exactly one of `answered`, `unanswered` and `unused` ends it; further calls do nothing. */
export interface Permit {
  /** The request leaves now. */
  sent(): void;
  /** An answer came, with any status. */
  answered(answer: Answer): void;
  /** It was sent, and no answer will come. */
  unanswered(): void;
  /** It was never sent. */
  unused(): void;
}

interface Waiter {
  readonly kind: string;
  readonly grant: (permit: Permit) => void;
}

export class Limiter {
  readonly #api: Api;
  readonly #clock: Clock;
  readonly #maxWaiting: number;
  readonly #windows: readonly Slots[];
  readonly #pace: Pace;
  readonly #arrivals = new Arrivals();
  readonly #changed = new Emitter<void>();
  readonly #server = new Map<number, ServerRate>();
  readonly #queue = new LaneQueue<Waiter>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #cautiousUntil = Number.NEGATIVE_INFINITY;
  #disarm: () => void = () => {};
  #lastNow = Number.NEGATIVE_INFINITY;

  constructor({ api, rules, clock, maxWaiting = MAX_WAITING }: LimiterOptions) {
    this.#api = api;
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
    this.#windows = rules.map((rule) => new Slots(rule));
    this.#pace = new Pace(rules);
    this.#pace.rest(this.#now());
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
    if (this.#queue.sizeOf(lane) >= this.#maxWaiting)
      return Promise.reject(
        new AppError('queueFull', { waiting: this.#queue.size, estimateMs: this.#estimateMs(this.#queue.size) }),
      );
    return new Promise<Permit>((resolve, reject) => {
      const leave = () => {
        this.#queue.leave(waiter);
        this.#pump();
        reject(cancelled(false));
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#pace.wake(this.#now());
      const waiter = this.#queue.add(lane, task, {
        kind,
        grant: (permit) => {
          signal?.removeEventListener('abort', leave);
          resolve(permit);
        },
      });
      this.#pump();
    });
  }

  snapshot(): RateGroup {
    const now = this.#now();
    return {
      api: this.#api,
      windows: this.#windows.map((slots) => ({
        ...slots.rule,
        allowed: slots.rule.limit,
        others: 0,
        used: slots.used(now),
        freesAt: slots.nextReturn(now),
        server: this.#server.get(slots.rule.windowMs) ?? null,
      })),
      waiting: this.#queue.size,
      estimateMs: this.#estimateMs(this.#queue.size),
      pausedUntil: this.#pausedUntil > now ? this.#pausedUntil : null,
      lanes: {
        interactive: this.#queue.sizeOf('interactive'),
        background: this.#queue.sizeOf('background'),
        bulk: this.#queue.sizeOf('bulk'),
      },
      pace: 1,
      lastHour: Array.from({ length: HISTORY_MINUTES }, () => 0),
      findings: [],
    };
  }

  /** How long `count` requests of a lane would take that are asked for now, behind those that wait. */
  forecast({ count, lane }: { readonly count: number; readonly lane: Lane }): Forecast {
    const ahead = this.#queue.upTo(lane);
    const waitMs = this.#estimateMs(ahead + 1);
    const binding = this.#windows.map(({ rule }) => rule).reduce<RateRule | null>(slower, null);
    return { waitMs, durationMs: this.#estimateMs(ahead + count) - waitMs, binding };
  }

  /** Other limits hold from now on; what is known of the past stays. */
  setRules(_rules: readonly RateRule[]): void {}

  /** Lets everyone go who may, in order, and sets the alarm for the next. */
  #pump(): void {
    this.#disarm();
    this.#disarm = () => {};
    const now = this.#now();
    while (this.#queue.size > 0) {
      const at = this.#nextAt(now);
      if (at === null) break;
      if (at > now) {
        this.#disarm = this.#clock.after(Math.max(1, Math.ceil(at - now)), () => this.#pump());
        break;
      }
      const waiter = this.#queue.take();
      if (!waiter) break;
      const fromRest = this.#pace.took(now);
      for (const slots of this.#windows) slots.take();
      waiter.grant(this.#permit(waiter.kind, fromRest));
    }
    if (this.#queue.size === 0) this.#pace.rest(now);
    this.#changed.emit();
  }

  /** When the first in the queue may go; `null` when that hangs on an answer still to come. */
  #nextAt(now: number): number | null {
    if (this.#windows.length === 0) return Math.max(now, this.#pausedUntil);
    let at = Math.max(this.#pausedUntil, this.#pace.nextAt(now));
    for (const slots of this.#windows) {
      const free = slots.freeAt(now);
      if (free === null) return null;
      at = Math.max(at, free);
    }
    return at;
  }

  #permit(kind: string, fromRest: boolean): Permit {
    let open = true;
    let sentAt = this.#now();
    const held = new Set(this.#windows);
    const inFull = () => fromRest || this.#now() < this.#cautiousUntil;
    const end = (finish: (now: number) => void) => {
      if (!open) return;
      open = false;
      finish(this.#now());
      this.#pump();
    };
    const giveBack = (slots: Slots, arrivedAt: number) => {
      held.delete(slots);
      slots.giveBack(arrivedAt + slots.rule.windowMs + GUARD_MS);
    };
    return {
      sent: () => {
        sentAt = this.#now();
        for (const slots of inFull() ? [] : held) {
          const arrivedAt = this.#arrivals.latestOfSlow(kind, sentAt, slots.rule.windowMs, this.#clock.face().rate);
          if (arrivedAt !== null) giveBack(slots, arrivedAt);
        }
      },
      answered: (answer) =>
        end((now) => {
          this.#arrivals.note(kind, Math.max(0, now - sentAt));
          const arrivedAt = this.#arrivals.latest(kind, sentAt, now, inFull(), this.#clock.face().rate);
          for (const slots of held) giveBack(slots, arrivedAt);
          this.#heed(answer, now);
        }),
      unanswered: () =>
        end((now) => {
          for (const slots of held) giveBack(slots, now + LOST_GUARD_MS);
        }),
      unused: () =>
        end(() => {
          for (const slots of held) slots.putBack();
        }),
    };
  }

  /** Takes what the server says about its limits: its windows for show, a refusal or a request to wait as a pause for all. */
  #heed({ status, headers }: { status: number; headers: Headers }, now: number): void {
    for (const [window, rate] of serverRates(headers, now)) this.#server.set(window, rate);
    if (status === 429) this.#cautiousUntil = now + CAUTION_MS;
    if (status !== 429 && !(status === 503 && headers.has('retry-after'))) return;
    this.#pausedUntil = Math.max(this.#pausedUntil, retryAt(headers, now) ?? now + PAUSE_MS);
  }

  /** How long until the last of `count` waiting requests goes, in ms: exact for places known to come back, at the long-run pace beyond. */
  #estimateMs(count: number): number {
    const now = this.#now();
    const pauseMs = Math.max(0, this.#pausedUntil - now);
    if (count === 0 || this.#windows.length === 0) return count === 0 ? 0 : Math.round(pauseMs);
    const paceMs = this.#pace.nextAt(now) - now + (count - 1) * this.#pace.intervalMs;
    const windowMs = this.#windows.map((slots) => {
      const { windowMs: lengthMs, limit } = slots.rule;
      const rounds = Math.floor((count - 1) / limit);
      return rounds * lengthMs + Math.max(0, (slots.freeAt(now, ((count - 1) % limit) + 1) ?? now + lengthMs) - now);
    });
    return Math.round(Math.max(pauseMs, paceMs, ...windowMs));
  }

  /** The clock's time. When it was set back, everything remembered moves with it, or nothing would go until it has caught up. */
  #now(): number {
    const now = this.#clock.now();
    const backMs = this.#lastNow - now;
    if (backMs > 0 && Number.isFinite(backMs)) {
      for (const slots of this.#windows) slots.shift(-backMs);
      this.#pace.shift(-backMs);
      this.#pausedUntil -= backMs;
      this.#cautiousUntil -= backMs;
    }
    this.#lastNow = now;
    return now;
  }
}

const slower = (one: RateRule | null, other: RateRule): RateRule =>
  one === null || other.windowMs / other.limit > one.windowMs / one.limit ? other : one;

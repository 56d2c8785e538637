/** Owns the limiters, one for each connection and API, and pushes what they show: at most four times a second, nothing when nothing changed. */
import { Api } from '../../../shared/model/primitives.ts';
import type { RateGroup, RateRule, RatesSnapshot } from '../../../shared/model/rates.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Subscribable } from '../../platform/ports.ts';
import { Limiter } from './limiter.ts';

const INTERVAL_MS = 250;

export interface RatesOptions {
  /** The machine's clock: it paces the pushes. */
  readonly clock: Clock;
  /** A connection's clock: its limiters run on it. */
  readonly clockOf: (connectionId: string) => Clock;
  readonly rulesOf: (connectionId: string, api: Api) => readonly RateRule[];
}

interface Group {
  readonly limiters: Map<Api, Limiter>;
  readonly unsubscribe: (() => void)[];
  revision: number;
  /** What was last pushed, as text. */
  shown: string;
  /** The push that is planned, if any. */
  planned: { readonly at: number; readonly disarm: () => void } | null;
  pushedAt: number;
  /** Takes back the alarm of the next place that comes back. */
  disarmDrain: () => void;
}

export class Rates {
  readonly #options: RatesOptions;
  readonly #groups = new Map<string, Group>();
  readonly #changed = new Emitter<RatesSnapshot>();

  constructor(options: RatesOptions) {
    this.#options = options;
  }

  get changed(): Subscribable<RatesSnapshot> {
    return this.#changed;
  }

  limiterOf(connectionId: string, api: Api): Limiter {
    const group = this.#group(connectionId);
    const known = group.limiters.get(api);
    if (known) return known;
    const { clockOf, rulesOf } = this.#options;
    const limiter = new Limiter({ api, rules: rulesOf(connectionId, api), clock: clockOf(connectionId) });
    group.limiters.set(api, limiter);
    group.unsubscribe.push(limiter.changed.subscribe(() => this.#plan(connectionId, group, 0)));
    return limiter;
  }

  /** The windows of both APIs of a connection. */
  snapshot(connectionId: string): RatesSnapshot {
    return this.#snapshot(connectionId, this.#group(connectionId));
  }

  /** Pushes anew: the connection's clock relates otherwise to the machine's. */
  refresh(connectionId: string): void {
    const group = this.#groups.get(connectionId);
    if (!group) return;
    group.shown = '';
    this.#plan(connectionId, group, 0);
  }

  /** Drops a connection's limiters, when it was removed. Who waits in one still gets its turn. */
  forget(connectionId: string): void {
    const group = this.#groups.get(connectionId);
    for (const unsubscribe of group?.unsubscribe ?? []) unsubscribe();
    group?.planned?.disarm();
    group?.disarmDrain();
    this.#groups.delete(connectionId);
  }

  /** Stops pushing. */
  stop(): void {
    for (const connectionId of [...this.#groups.keys()]) this.forget(connectionId);
  }

  #group(connectionId: string): Group {
    const known = this.#groups.get(connectionId);
    if (known) return known;
    const never = Number.NEGATIVE_INFINITY;
    const group: Group = {
      limiters: new Map(),
      unsubscribe: [],
      revision: 1,
      shown: '',
      planned: null,
      pushedAt: never,
      disarmDrain: () => {},
    };
    this.#groups.set(connectionId, group);
    group.shown = JSON.stringify(this.#snapshot(connectionId, group).groups);
    return group;
  }

  #snapshot(connectionId: string, { revision }: Group): RatesSnapshot {
    const clock = this.#options.clockOf(connectionId);
    const groups = Api.options.map((api) => this.limiterOf(connectionId, api).snapshot());
    return { connectionId, revision, clock: clock.face(), asOf: clock.now(), groups };
  }

  /** Plans a push, as soon as the interval since the last one is over and `delayMs` have passed; the earliest plan counts. */
  #plan(connectionId: string, group: Group, delayMs: number): void {
    const { clock } = this.#options;
    const now = clock.now();
    const waitMs = Math.max(delayMs, Math.min(INTERVAL_MS, group.pushedAt + INTERVAL_MS - now));
    if (group.planned && group.planned.at <= now + waitMs) return;
    group.planned?.disarm();
    const disarm = clock.after(waitMs, () => {
      group.planned = null;
      this.#push(connectionId, group);
    });
    group.planned = { at: now + waitMs, disarm };
  }

  #push(connectionId: string, group: Group): void {
    group.pushedAt = this.#options.clock.now();
    const shown = JSON.stringify(this.#snapshot(connectionId, group).groups);
    if (shown !== group.shown) {
      group.shown = shown;
      group.revision += 1;
      this.#changed.emit(this.#snapshot(connectionId, group));
    }
    this.#watchDrain(connectionId, group);
  }

  /** Windows also change by time alone: looks again when the next place comes back, so that gauges return to 0. */
  #watchDrain(connectionId: string, group: Group): void {
    group.disarmDrain();
    group.disarmDrain = () => {};
    const snapshot = this.#snapshot(connectionId, group);
    const next = Math.min(...snapshot.groups.flatMap(instantsOf));
    if (!Number.isFinite(next)) return;
    // On the connection's clock, because its pace may change before then.
    const clock = this.#options.clockOf(connectionId);
    group.disarmDrain = clock.after(next - snapshot.asOf + 1, () => this.#plan(connectionId, group, 0));
  }
}

/** The instants at which a group changes by itself. */
function instantsOf({ windows, pausedUntil }: RateGroup): number[] {
  return [...windows.map((window) => window.freesAt), pausedUntil].filter((at) => at !== null);
}

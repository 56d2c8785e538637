/**
 * Owns the limiters, one for each service account and API, because the service counts by account. Publishes their state for each connection,
 * at most four times a second.
 */
import { Api } from '../../../shared/model/primitives.ts';
import type { RateGroup, RateRule, RatesSnapshot } from '../../../shared/model/rates.ts';
import { Emitter } from '../../platform/emitter.ts';
import { type Heirs, inherited } from '../../platform/inherited.ts';
import type { Clock, Log, Subscribable, UnsyncedLineFile } from '../../platform/ports.ts';
import { SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import type { AccountOf } from '../account-clocks.ts';
import { Limiter } from './limiter.ts';

const INTERVAL_MS = 250;

export interface LimitersOptions {
  /** The machine's clock, for publishing. */
  readonly clock: Clock;
  /** The clock of a connection's account now, for its limiters. */
  readonly clockOf: (connectionId: string) => Clock;
  readonly rulesOf: (connectionId: string, api: Api) => readonly RateRule[];
  /** The account of a connection; by default each connection has its own. */
  readonly accountOf?: AccountOf;
  /** Monotonic milliseconds of a connection's clock; without them the limiter trusts the clock (see LimiterTime). */
  readonly elapsedOf?: (connectionId: string) => (() => number) | undefined;
  /** The file of the usage log; `null` for the sandbox, whose server keeps no counts across a restart. */
  readonly usageFileOf?: (connectionId: string, api: Api) => UnsyncedLineFile | null;
  readonly log?: Log;
}

interface ConnectionLimiters {
  /** The limiters of its account that it shows, each with the end of its subscription. */
  readonly shown: Map<Api, { readonly limiter: Limiter; readonly unsubscribe: () => void }>;
  readonly publisher: SnapshotPublisher<RateGroup[]>;
  /** Clears the timer for the next release of a permit. */
  disarmRefresh: () => void;
}

export class Limiters {
  readonly #options: LimitersOptions;
  readonly #accountOf: AccountOf;
  /** By the connection after which their usage logs are named: the oldest of the account. */
  #limiters = new Map<string, Map<Api, Limiter>>();
  readonly #groups = new Map<string, ConnectionLimiters>();
  readonly #changed = new Emitter<RatesSnapshot>();

  constructor(options: LimitersOptions) {
    this.#options = options;
    this.#accountOf = options.accountOf ?? ((id) => ({ id, connectionIds: [id] }));
  }

  get changed(): Subscribable<RatesSnapshot> {
    return this.#changed;
  }

  limiterOf(connectionId: string, api: Api): Limiter {
    const limiters = this.#ofAccount(connectionId);
    const limiter = limiters.get(api) ?? this.#open(connectionId, api);
    limiters.set(api, limiter);
    const group = this.#group(connectionId);
    const shown = group.shown.get(api);
    if (shown?.limiter === limiter) return limiter;
    shown?.unsubscribe();
    group.shown.set(api, { limiter, unsubscribe: limiter.changed.subscribe(() => group.publisher.touch()) });
    return limiter;
  }

  /** The state of both limiters of a connection. */
  snapshot(connectionId: string): RatesSnapshot {
    return this.#snapshot(connectionId, this.#read(connectionId), this.#group(connectionId).publisher.revision);
  }

  /** Grants the permits that are due and publishes again, after a correction of the connection's clock or after sleep. */
  refresh(connectionId: string): void {
    const group = this.#groups.get(connectionId);
    if (!group) return;
    for (const { limiter } of group.shown.values()) limiter.recheck();
    group.publisher.refresh();
  }

  /** Applies the rules that a person may have changed. */
  syncRules(connectionId: string): void {
    for (const [api, limiter] of this.#ofAccount(connectionId)) {
      const rules = this.#rulesOf(connectionId, api);
      if (JSON.stringify(rules) !== JSON.stringify(limiter.rules)) limiter.setRules(rules);
    }
  }

  /**
   * Call after connections were added, edited or removed. The limiters and usage logs of an account go to its heir; those without one are
   * dropped. Requests queued in them still get their permits.
   */
  accountsChanged(heirs: Heirs): void {
    const { kept, dropped } = inherited(this.#limiters, heirs);
    for (const limiters of dropped) for (const limiter of limiters.values()) limiter.close();
    this.#limiters = kept;
    this.#moveUsage(heirs);
  }

  /**
   * Drops a removed connection; with the last one of its account also its limiters and usage logs. Requests queued in them still get
   * their permits.
   */
  remove(connectionId: string): void {
    const heir = this.#heirOf(connectionId);
    this.accountsChanged(new Map([[connectionId, heir]]));
    this.#drop(connectionId);
  }

  /** Stops publishing and drops all limiters. */
  stop(): void {
    for (const connectionId of [...this.#groups.keys()]) this.#drop(connectionId);
    this.#limiters.clear();
  }

  /** Another connection that shows the limiters of a connection that was removed. */
  #heirOf(connectionId: string): string | null {
    const limiters = this.#limiters.get(connectionId);
    for (const [id, { shown }] of this.#groups)
      if (id !== connectionId && [...shown].some(([api, { limiter }]) => limiters?.get(api) === limiter)) return id;
    return null;
  }

  /** Moves the usage logs to the files of the heirs. All are read before the first is written, because files may change places. */
  #moveUsage(heirs: Heirs): void {
    const { usageFileOf } = this.#options;
    const { kept, dropped } = inherited(new Map([...heirs.keys()].map((id) => [id, id])), heirs);
    const moving = [...kept].filter(([to, from]) => to !== from);
    for (const api of Api.options) {
      const files = (id: string) => usageFileOf?.(id, api) ?? null;
      const usages = moving.map(([to, from]) => ({ to, from, lines: this.#try(() => files(from)?.lines()) ?? [] }));
      for (const id of [...dropped, ...moving.map(([, from]) => from)]) this.#try(() => files(id)?.remove());
      for (const { to, lines } of usages) {
        const file = files(to);
        if (!file) continue;
        if (lines.length > 0) this.#try(() => file.replace(lines));
        this.#limiters.get(to)?.get(api)?.usageLogMoved(file);
      }
    }
  }

  /** The limiters of a connection's account. */
  #ofAccount(connectionId: string): Map<Api, Limiter> {
    const { id, connectionIds } = this.#accountOf(connectionId);
    const owner = connectionIds.find((it) => this.#limiters.has(it)) ?? id;
    const limiters = this.#limiters.get(owner) ?? new Map<Api, Limiter>();
    this.#limiters.set(owner, limiters);
    return limiters;
  }

  #open(connectionId: string, api: Api): Limiter {
    const { clockOf, elapsedOf, usageFileOf, log } = this.#options;
    const { id } = this.#accountOf(connectionId);
    const file = usageFileOf?.(id, api) ?? null;
    return new Limiter({
      api,
      rules: this.#rulesOf(connectionId, api),
      clock: clockOf(id),
      elapsed: elapsedOf?.(id),
      usageLog: file && log ? { file, log } : undefined,
    });
  }

  /** Of each window the strictest rule that a connection of the account has. */
  #rulesOf(connectionId: string, api: Api): readonly RateRule[] {
    const [first = [], ...others] = this.#accountOf(connectionId).connectionIds.map((id) =>
      this.#options.rulesOf(id, api),
    );
    if (others.length === 0) return first;
    const limits = new Map<number, number>();
    for (const { windowMs, limit } of [...first, ...others.flat()])
      limits.set(windowMs, Math.min(limit, limits.get(windowMs) ?? limit));
    return [...limits].map(([windowMs, limit]) => ({ windowMs, limit }));
  }

  #try<Value>(work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      this.#options.log?.warn('the usage log of an account could not be moved or deleted', { error: String(error) });
      return undefined;
    }
  }

  #drop(connectionId: string): void {
    const group = this.#groups.get(connectionId);
    for (const { unsubscribe } of group?.shown.values() ?? []) unsubscribe();
    group?.publisher.stop();
    group?.disarmRefresh();
    this.#groups.delete(connectionId);
  }

  #group(connectionId: string): ConnectionLimiters {
    const known = this.#groups.get(connectionId);
    if (known) return known;
    const group: ConnectionLimiters = {
      shown: new Map(),
      publisher: new SnapshotPublisher({
        clock: this.#options.clock,
        intervalMs: INTERVAL_MS,
        delayMs: 0,
        read: () => {
          const groups = this.#read(connectionId);
          this.#scheduleRefresh(connectionId, group);
          return groups;
        },
        publish: (groups, revision) => this.#changed.emit(this.#snapshot(connectionId, groups, revision)),
      }),
      disarmRefresh: () => {},
    };
    this.#groups.set(connectionId, group);
    group.publisher.skip();
    return group;
  }

  #read(connectionId: string): RateGroup[] {
    return Api.options.map((api) => this.limiterOf(connectionId, api).snapshot());
  }

  #snapshot(connectionId: string, groups: RateGroup[], revision: number): RatesSnapshot {
    const clock = this.#options.clockOf(connectionId);
    return { connectionId, revision, clock: clock.face(), asOf: clock.now(), groups };
  }

  /** Publishes when the next permit is released, so that gauges return to 0 without a request. */
  #scheduleRefresh(connectionId: string, group: ConnectionLimiters): void {
    group.disarmRefresh();
    group.disarmRefresh = () => {};
    const instants = [...group.shown.values()].map(({ limiter }) => limiter.nextChangeAt() ?? Number.POSITIVE_INFINITY);
    const next = Math.min(...instants);
    if (!Number.isFinite(next)) return;
    // On the connection's clock, because its rate may change before then.
    const clock = this.#options.clockOf(connectionId);
    group.disarmRefresh = clock.after(Math.max(1, next - clock.now() + 1), () => group.publisher.touch());
  }
}

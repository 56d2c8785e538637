/** Owns the limiters, one for each connection and API. Publishes their state for each connection, at most four times a second. */
import { Api } from '../../../shared/model/primitives.ts';
import type { RateGroup, RateRule, RatesSnapshot } from '../../../shared/model/rates.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time/units.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Log, Subscribable, UnsyncedLineFile } from '../../platform/ports.ts';
import { SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import { Limiter } from './limiter.ts';
import type { MakeSlots } from './slots.ts';

export interface LimitersOptions {
  /** The machine's clock, for publishing. */
  readonly clock: Clock;
  readonly clockOf: (connectionId: string) => Clock;
  readonly rulesOf: (connectionId: string, api: Api) => readonly RateRule[];
  /** Monotonic milliseconds of a connection's clock; without them the limiter trusts the clock (see LimiterTime). */
  readonly elapsedOf?: (connectionId: string) => (() => number) | undefined;
  /** The file of the usage log; `null` for the sandbox, whose server keeps no counts across a restart. */
  readonly usageFileOf?: (connectionId: string, api: Api) => UnsyncedLineFile | null;
  readonly log?: Log;
}

interface ConnectionLimiters {
  readonly limiters: Map<Api, Limiter>;
  readonly publisher: SnapshotPublisher<RateGroup[]>;
  /** Makes the slots of the connection's team; `null` without a team. */
  slotsOf: ((api: Api) => MakeSlots) | null;
  /** Clears the timer for the next release of a permit. */
  disarmRefresh: () => void;
}

export class Limiters {
  readonly #options: LimitersOptions;
  readonly #groups = new Map<string, ConnectionLimiters>();
  readonly #changed = new Emitter<RatesSnapshot>();

  constructor(options: LimitersOptions) {
    this.#options = options;
  }

  get changed(): Subscribable<RatesSnapshot> {
    return this.#changed;
  }

  limiterOf(connectionId: string, api: Api): Limiter {
    const group = this.#group(connectionId);
    const known = group.limiters.get(api);
    if (known) return known;
    const { clockOf, elapsedOf, rulesOf, usageFileOf, log } = this.#options;
    const file = usageFileOf?.(connectionId, api) ?? null;
    const limiter = new Limiter({
      api,
      rules: rulesOf(connectionId, api),
      clock: clockOf(connectionId),
      elapsed: elapsedOf?.(connectionId),
      usageLog: file && log ? { file, log } : undefined,
    });
    limiter.changed.subscribe(() => group.publisher.touch());
    if (group.slotsOf) limiter.share(group.slotsOf(api));
    group.limiters.set(api, limiter);
    return limiter;
  }

  /** Shares the limits of a connection with a team from now on; `null` ends that. */
  share(connectionId: string, slotsOf: ((api: Api) => MakeSlots) | null): void {
    const group = this.#group(connectionId);
    group.slotsOf = slotsOf;
    for (const [api, limiter] of group.limiters) limiter.share(slotsOf?.(api) ?? null);
  }

  /** The state of both limiters of a connection. */
  snapshot(connectionId: string): RatesSnapshot {
    return this.#snapshot(connectionId, this.#read(connectionId), this.#group(connectionId).publisher.revision);
  }

  /** Grants the permits that are due and publishes again. Call after a correction of the connection's clock or after sleep. */
  refresh(connectionId: string): void {
    const group = this.#groups.get(connectionId);
    if (!group) return;
    for (const limiter of group.limiters.values()) limiter.recheck();
    group.publisher.refresh();
  }

  /** Applies the rules that a person may have changed. */
  syncRules(connectionId: string): void {
    for (const [api, limiter] of this.#groups.get(connectionId)?.limiters ?? []) {
      const rules = this.#options.rulesOf(connectionId, api);
      if (JSON.stringify(rules) !== JSON.stringify(limiter.rules)) limiter.setRules(rules);
    }
  }

  /** Drops a removed connection with its limiters and usage logs. Requests queued in them still get their permits. */
  remove(connectionId: string): void {
    for (const limiter of this.#groups.get(connectionId)?.limiters.values() ?? []) limiter.close();
    for (const api of Api.options)
      try {
        this.#options.usageFileOf?.(connectionId, api)?.remove();
      } catch (error) {
        this.#options.log?.warn('the usage log of a connection could not be deleted', { error: String(error) });
      }
    this.#drop(connectionId);
  }

  /** Stops publishing and drops all limiters. */
  stop(): void {
    for (const connectionId of [...this.#groups.keys()]) this.#drop(connectionId);
  }

  #drop(connectionId: string): void {
    const group = this.#groups.get(connectionId);
    group?.publisher.stop();
    group?.disarmRefresh();
    this.#groups.delete(connectionId);
  }

  #group(connectionId: string): ConnectionLimiters {
    const known = this.#groups.get(connectionId);
    if (known) return known;
    const group: ConnectionLimiters = {
      limiters: new Map(),
      publisher: new SnapshotPublisher({
        clock: this.#options.clock,
        delayMs: 0,
        read: () => {
          const groups = this.#read(connectionId);
          this.#scheduleRefresh(connectionId, group, groups);
          return groups;
        },
        publish: (groups, revision) => this.#changed.emit(this.#snapshot(connectionId, groups, revision)),
      }),
      slotsOf: null,
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

  /** Schedules a snapshot for the next change that comes by time alone, such as a permit that becomes free, so that gauges return to 0. */
  #scheduleRefresh(connectionId: string, group: ConnectionLimiters, groups: readonly RateGroup[]): void {
    group.disarmRefresh();
    group.disarmRefresh = () => {};
    // On the connection's clock, because its rate may change before then.
    const clock = this.#options.clockOf(connectionId);
    const next = Math.min(...groups.flatMap((it) => nextChangesOf(it, clock.now())));
    if (!Number.isFinite(next)) return;
    group.disarmRefresh = clock.after(Math.max(1, next - clock.now() + 1), () => group.publisher.touch());
  }
}

/** Returns the instants at which a state changes by time alone, on the connection's clock. */
function nextChangesOf({ windows, pausedUntil, rateShare, lastHour, findings }: RateGroup, now: number): number[] {
  const instants = [
    ...windows.flatMap(({ freesAt }) => freesAt ?? []),
    ...findings.map(({ lastAt }) => lastAt + DAY_MS),
  ];
  if (pausedUntil !== null) instants.push(pausedUntil);
  if (lastHour.some((count) => count > 0))
    instants.push(rateShare < 1 ? now + SECOND_MS : (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS);
  return instants;
}

/** All pending requests, which a person can see and cancel. Snapshots are published at most four times a second. */
import {
  MAX_PENDING_LISTED,
  type PendingRequest,
  type PendingSnapshot,
  type ServicePause,
} from '../../shared/model/pending.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Random, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import { Chain } from './chain.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import type { Pauses } from './pauses.ts';
import type { TrafficRequest } from './request.ts';

const INTERVAL_MS = 250;

export interface PendingRequestsOptions {
  /** The machine's clock, for publishing and deadlines. */
  readonly machine: Clock;
  /** The machine's monotonic milliseconds; by default those of its clock. */
  readonly monotonic?: () => number;
  readonly clockOf: (connectionId: string) => Clock;
  readonly breakers: CircuitBreakers;
  readonly pauses: Pauses;
  /** The pauses of limiters, which follow a 429. */
  readonly limiterPauses?: LimiterPauses;
  readonly random: Random;
}

export interface LimiterPauses {
  /** Emits a connection when its limiters have changed. */
  readonly changed: Subscribable<{ readonly connectionId: string }>;
  list(connectionId: string): ServicePause[];
  /** Ends the pauses of the limiters that send to a host. */
  endHost(connectionId: string, host: string): void;
}

interface ConnectionRequests {
  /** In order of arrival. */
  readonly chains: Map<string, Chain>;
  readonly publisher: SnapshotPublisher<Listed>;
}

type Listed = Pick<PendingSnapshot, 'total' | 'requests' | 'openCircuits' | 'pauses'>;

export class PendingRequests {
  readonly #options: PendingRequestsOptions;
  readonly #byConnection = new Map<string, ConnectionRequests>();
  readonly #changed = new Emitter<PendingSnapshot>();
  readonly #unsubscribes: readonly (() => void)[];

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
    const { breakers, pauses, limiterPauses } = options;
    this.#unsubscribes = [
      ...[breakers.changed, pauses.changed].map((source) => source.subscribe((id) => this.#touch(id))),
      ...(limiterPauses ? [limiterPauses.changed.subscribe(({ connectionId }) => this.#touch(connectionId))] : []),
    ];
  }

  get changed(): Subscribable<PendingSnapshot> {
    return this.#changed;
  }

  /** Adds a request; it is pending until `remove` is called with its chain. */
  add(request: TrafficRequest): Chain {
    const { clockOf, machine, monotonic = () => machine.now(), random } = this.#options;
    const { connectionId } = request;
    const changed = () => this.#touch(connectionId);
    const chain = new Chain({
      id: random.id(),
      request,
      clock: clockOf(connectionId),
      machine,
      monotonic,
      onChange: changed,
    });
    this.#requestsOf(connectionId).chains.set(chain.id, chain);
    changed();
    return chain;
  }

  remove(connectionId: string, chain: Chain): void {
    chain.close();
    if (this.#byConnection.get(connectionId)?.chains.delete(chain.id)) this.#touch(connectionId);
  }

  /** The snapshot. The oldest requests come first, but queued requests last, because there may be thousands of them. */
  snapshot(connectionId: string): PendingSnapshot {
    const revision = this.#byConnection.get(connectionId)?.publisher.revision ?? 0;
    return this.#snapshot(connectionId, this.#listed(connectionId), revision);
  }

  /** Cancels these requests; unknown ids are ignored. A write that was already sent runs to its end. */
  cancel(connectionId: string, ids: readonly string[]): void {
    for (const id of ids) this.#byConnection.get(connectionId)?.chains.get(id)?.cancel();
  }

  /** Allows a request to a host now, as the person wants: ends the open time of its circuit and all pauses. */
  tryHost(connectionId: string, host: string): void {
    const { breakers, pauses, limiterPauses } = this.#options;
    breakers.halfOpenNow(connectionId, host);
    pauses.endHost({ connectionId, host });
    limiterPauses?.endHost(connectionId, host);
  }

  /** Publishes again, because the connection's clock was corrected. */
  refresh(connectionId: string): void {
    const { total, openCircuits, pauses } = this.#listed(connectionId);
    if (total + openCircuits.length + pauses.length > 0) this.#requestsOf(connectionId).publisher.refresh();
  }

  /** Cancels all requests of a connection that was removed. */
  removeConnection(connectionId: string): void {
    const requests = this.#byConnection.get(connectionId);
    for (const chain of requests?.chains.values() ?? []) chain.cancel();
    requests?.publisher.stop();
    this.#byConnection.delete(connectionId);
  }

  /** Stops publishing. */
  stop(): void {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    for (const requests of this.#byConnection.values()) requests.publisher.stop();
  }

  #requestsOf(connectionId: string): ConnectionRequests {
    const known = this.#byConnection.get(connectionId);
    if (known) return known;
    // A request that is pending for less than one interval is not published.
    const publisher = new SnapshotPublisher({
      clock: this.#options.machine,
      intervalMs: INTERVAL_MS,
      delayMs: INTERVAL_MS,
      read: () => this.#listed(connectionId),
      publish: (now, revision) => this.#changed.emit(this.#snapshot(connectionId, now, revision)),
    });
    const requests: ConnectionRequests = { chains: new Map(), publisher };
    this.#byConnection.set(connectionId, requests);
    publisher.skip();
    return requests;
  }

  #touch(connectionId: string): void {
    this.#byConnection.get(connectionId)?.publisher.touch();
  }

  #listed(connectionId: string): Listed {
    const { breakers, pauses, limiterPauses } = this.#options;
    const chains = this.#byConnection.get(connectionId)?.chains;
    return {
      total: chains?.size ?? 0,
      requests: listed(chains?.values() ?? []),
      openCircuits: breakers.openCircuits(connectionId),
      pauses: [...(limiterPauses?.list(connectionId) ?? []), ...pauses.list(connectionId)],
    };
  }

  #snapshot(connectionId: string, now: Listed, revision: number): PendingSnapshot {
    const clock = this.#options.clockOf(connectionId);
    return { connectionId, revision, clock: clock.face(), asOf: clock.now(), ...now };
  }
}

function listed(chains: Iterable<Chain>): PendingRequest[] {
  const [others, queued]: [PendingRequest[], Chain[]] = [[], []];
  for (const chain of chains) {
    if (chain.phase === 'limit') {
      if (queued.length < MAX_PENDING_LISTED) queued.push(chain);
    } else if (others.push(chain.snapshot()) === MAX_PENDING_LISTED) break;
  }
  return [...others, ...queued.slice(0, MAX_PENDING_LISTED - others.length).map((chain) => chain.snapshot())];
}

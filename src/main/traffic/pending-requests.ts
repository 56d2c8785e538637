/** The requests that are under way or wait, as a person sees and cancels them: pushed at most four times a second, nothing when nothing changed. */
import { MAX_PENDING_LISTED, type PendingRequest, type PendingSnapshot } from '../../shared/model/pending.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Random, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import { Chain } from './chain.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import type { TrafficRequest } from './request.ts';

const INTERVAL_MS = 250;

export interface PendingRequestsOptions {
  /** The machine's clock: it paces the pushes and ends what is past its deadline. */
  readonly machine: Clock;
  /** The machine's milliseconds that only grow; its clock's where they are not known. */
  readonly monotonic?: () => number;
  readonly clockOf: (connectionId: string) => Clock;
  readonly breakers: CircuitBreakers;
  readonly random: Random;
}

interface ConnectionRequests {
  /** In order of arrival. */
  readonly chains: Map<string, Chain>;
  readonly publisher: SnapshotPublisher<Listed>;
}

type Listed = Pick<PendingSnapshot, 'total' | 'requests' | 'openCircuits'>;

export class PendingRequests {
  readonly #options: PendingRequestsOptions;
  readonly #byConnection = new Map<string, ConnectionRequests>();
  readonly #changed = new Emitter<PendingSnapshot>();
  readonly #unsubscribe: () => void;

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
    this.#unsubscribe = options.breakers.changed.subscribe((connectionId) => this.#touch(connectionId));
  }

  get changed(): Subscribable<PendingSnapshot> {
    return this.#changed;
  }

  /** A request is wanted from now on, until `left` is called with its chain. */
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
      changed,
    });
    this.#requestsOf(connectionId).chains.set(chain.id, chain);
    changed();
    return chain;
  }

  remove(connectionId: string, chain: Chain): void {
    chain.close();
    if (this.#byConnection.get(connectionId)?.chains.delete(chain.id)) this.#touch(connectionId);
  }

  /** Who waits longest first; those that wait for a place only come after the others, because there may be thousands of them. */
  snapshot(connectionId: string): PendingSnapshot {
    const revision = this.#byConnection.get(connectionId)?.publisher.revision ?? 0;
    return this.#snapshot(connectionId, this.#listed(connectionId), revision);
  }

  /** Takes these requests back; those that are no longer there are left out. A write that was sent is left to end. */
  cancel(connectionId: string, ids: readonly string[]): void {
    for (const id of ids) this.#byConnection.get(connectionId)?.chains.get(id)?.cancel();
  }

  /** Lets the next request try a resting host now. */
  tryHost(connectionId: string, host: string): void {
    this.#options.breakers.halfOpenNow(connectionId, host);
  }

  /** Pushes anew: the connection's clock relates otherwise to the machine's. */
  refresh(connectionId: string): void {
    const { total, openCircuits } = this.#listed(connectionId);
    if (total > 0 || openCircuits.length > 0) this.#requestsOf(connectionId).publisher.refresh();
  }

  /** Takes back all that waits of a connection that was removed. */
  removeConnection(connectionId: string): void {
    const requests = this.#byConnection.get(connectionId);
    for (const chain of requests?.chains.values() ?? []) chain.cancel();
    requests?.publisher.stop();
    this.#byConnection.delete(connectionId);
  }

  /** Stops pushing. */
  stop(): void {
    this.#unsubscribe();
    for (const requests of this.#byConnection.values()) requests.publisher.stop();
  }

  #requestsOf(connectionId: string): ConnectionRequests {
    const known = this.#byConnection.get(connectionId);
    if (known) return known;
    // What came and went within one interval is not published.
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
    const chains = this.#byConnection.get(connectionId)?.chains;
    return {
      total: chains?.size ?? 0,
      requests: listed(chains?.values() ?? []),
      openCircuits: this.#options.breakers.openCircuits(connectionId),
    };
  }

  #snapshot(connectionId: string, now: Listed, revision: number): PendingSnapshot {
    const clock = this.#options.clockOf(connectionId);
    return { connectionId, revision, clock: clock.face(), asOf: clock.now(), ...now };
  }
}

function listed(chains: Iterable<Chain>): PendingRequest[] {
  const [first, then]: [PendingRequest[], Chain[]] = [[], []];
  for (const chain of chains) {
    if (chain.phase === 'limit') {
      if (then.length < MAX_PENDING_LISTED) then.push(chain);
    } else if (first.push(chain.snapshot()) === MAX_PENDING_LISTED) break;
  }
  return [...first, ...then.slice(0, MAX_PENDING_LISTED - first.length).map((chain) => chain.snapshot())];
}

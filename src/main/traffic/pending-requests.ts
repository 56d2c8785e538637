/** The requests that are under way or wait, as a person sees and cancels them: pushed at most four times a second, nothing when nothing changed. */
import { MOST_WAITING_LISTED, type WaitingRequest, type WaitingSnapshot } from '../../shared/model/pending.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Random, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import { Chain } from './chain.ts';
import type { Breakers } from './circuit-breakers.ts';
import type { TrafficRequest } from './request.ts';

const INTERVAL_MS = 250;

export interface WaitingRoomOptions {
  /** The machine's clock: it paces the pushes and ends what is past its deadline. */
  readonly machine: Clock;
  /** The machine's milliseconds that only grow; its clock's where they are not known. */
  readonly steady?: () => number;
  readonly clockOf: (connectionId: string) => Clock;
  readonly breakers: Breakers;
  readonly random: Random;
}

interface Room {
  /** In order of arrival. */
  readonly chains: Map<string, Chain>;
  readonly publisher: SnapshotPublisher<Listed>;
}

type Listed = Pick<WaitingSnapshot, 'total' | 'requests' | 'resting'>;

export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #changed = new Emitter<WaitingSnapshot>();
  readonly #unsubscribe: () => void;

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
    this.#unsubscribe = options.breakers.changed.subscribe((connectionId) => this.#touch(connectionId));
  }

  get changed(): Subscribable<WaitingSnapshot> {
    return this.#changed;
  }

  /** A request is wanted from now on, until `left` is called with its chain. */
  enter(request: TrafficRequest): Chain {
    const { clockOf, machine, steady = () => machine.now(), random } = this.#options;
    const { connectionId } = request;
    const changed = () => this.#touch(connectionId);
    const chain = new Chain({ id: random.id(), request, clock: clockOf(connectionId), machine, steady, changed });
    this.#room(connectionId).chains.set(chain.id, chain);
    changed();
    return chain;
  }

  left(connectionId: string, chain: Chain): void {
    chain.end();
    if (this.#rooms.get(connectionId)?.chains.delete(chain.id)) this.#touch(connectionId);
  }

  /** Who waits longest first; those that wait for a place only come after the others, because there may be thousands of them. */
  snapshot(connectionId: string): WaitingSnapshot {
    const revision = this.#rooms.get(connectionId)?.publisher.revision ?? 0;
    return this.#snapshot(connectionId, this.#listed(connectionId), revision);
  }

  /** Takes these requests back; those that are no longer there are left out. A write that was sent is left to end. */
  cancel(connectionId: string, ids: readonly string[]): void {
    for (const id of ids) this.#rooms.get(connectionId)?.chains.get(id)?.cancel();
  }

  /** Lets the next request try a resting host now. */
  tryHost(connectionId: string, host: string): void {
    this.#options.breakers.tryNow(connectionId, host);
  }

  /** Pushes anew: the connection's clock relates otherwise to the machine's. */
  refresh(connectionId: string): void {
    const { total, resting } = this.#listed(connectionId);
    if (total > 0 || resting.length > 0) this.#room(connectionId).publisher.refresh();
  }

  /** Takes back all that waits of a connection that was removed. */
  forget(connectionId: string): void {
    const room = this.#rooms.get(connectionId);
    for (const chain of room?.chains.values() ?? []) chain.cancel();
    room?.publisher.stop();
    this.#rooms.delete(connectionId);
  }

  /** Stops pushing. */
  stop(): void {
    this.#unsubscribe();
    for (const room of this.#rooms.values()) room.publisher.stop();
  }

  #room(connectionId: string): Room {
    const known = this.#rooms.get(connectionId);
    if (known) return known;
    // What came and went within one interval is not published.
    const publisher = new SnapshotPublisher({
      clock: this.#options.machine,
      intervalMs: INTERVAL_MS,
      delayMs: INTERVAL_MS,
      read: () => this.#listed(connectionId),
      publish: (now, revision) => this.#changed.emit(this.#snapshot(connectionId, now, revision)),
    });
    const room: Room = { chains: new Map(), publisher };
    this.#rooms.set(connectionId, room);
    publisher.skip();
    return room;
  }

  #touch(connectionId: string): void {
    this.#rooms.get(connectionId)?.publisher.touch();
  }

  #listed(connectionId: string): Listed {
    const chains = this.#rooms.get(connectionId)?.chains;
    return {
      total: chains?.size ?? 0,
      requests: listed(chains?.values() ?? []),
      resting: this.#options.breakers.resting(connectionId),
    };
  }

  #snapshot(connectionId: string, now: Listed, revision: number): WaitingSnapshot {
    const clock = this.#options.clockOf(connectionId);
    return { connectionId, revision, clock: clock.face(), asOf: clock.now(), ...now };
  }
}

function listed(chains: Iterable<Chain>): WaitingRequest[] {
  const [first, then]: [WaitingRequest[], Chain[]] = [[], []];
  for (const chain of chains) {
    if (chain.phase === 'limit') {
      if (then.length < MOST_WAITING_LISTED) then.push(chain);
    } else if (first.push(chain.shown()) === MOST_WAITING_LISTED) break;
  }
  return [...first, ...then.slice(0, MOST_WAITING_LISTED - first.length).map((chain) => chain.shown())];
}

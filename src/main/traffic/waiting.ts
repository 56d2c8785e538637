/** The requests that are under way or wait, as a person sees and cancels them: pushed at most four times a second, nothing when nothing changed. */
import { MOST_WAITING_LISTED, type WaitingRequest, type WaitingSnapshot } from '../../shared/model/waiting.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Random, Subscribable } from '../platform/ports.ts';
import type { Breakers } from './breakers.ts';
import { Chain } from './chain.ts';
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
  revision: number;
  /** What was last pushed, as text. */
  shown: string;
  /** Takes back the push that is planned. */
  disarm: (() => void) | null;
}

const NOBODY = JSON.stringify([0, [], []]);

export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #changed = new Emitter<WaitingSnapshot>();
  readonly #unsubscribe: () => void;

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
    this.#unsubscribe = options.breakers.changed.subscribe((connectionId) => this.#touched(connectionId));
  }

  get changed(): Subscribable<WaitingSnapshot> {
    return this.#changed;
  }

  /** A request is wanted from now on, until `left` is called with its chain. */
  enter(request: TrafficRequest): Chain {
    const { clockOf, machine, steady = () => machine.now(), random } = this.#options;
    const { connectionId } = request;
    const changed = () => this.#touched(connectionId);
    const chain = new Chain({ id: random.id(), request, clock: clockOf(connectionId), machine, steady, changed });
    this.#room(connectionId).chains.set(chain.id, chain);
    changed();
    return chain;
  }

  left(connectionId: string, chain: Chain): void {
    chain.end();
    if (this.#rooms.get(connectionId)?.chains.delete(chain.id)) this.#touched(connectionId);
  }

  /** Who waits longest first; those that wait for a place only come after the others, because there may be thousands of them. */
  snapshot(connectionId: string): WaitingSnapshot {
    const clock = this.#options.clockOf(connectionId);
    const room = this.#rooms.get(connectionId);
    return {
      connectionId,
      revision: room?.revision ?? 0,
      clock: clock.face(),
      asOf: clock.now(),
      total: room?.chains.size ?? 0,
      requests: listed(room?.chains.values() ?? []),
      resting: this.#options.breakers.resting(connectionId),
    };
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
    const room = this.#rooms.get(connectionId);
    if (!room || room.shown === NOBODY) return;
    room.shown = '';
    this.#touched(connectionId);
  }

  /** Takes back all that waits of a connection that was removed. */
  forget(connectionId: string): void {
    const room = this.#rooms.get(connectionId);
    for (const chain of room?.chains.values() ?? []) chain.cancel();
    room?.disarm?.();
    this.#rooms.delete(connectionId);
  }

  /** Stops pushing. */
  stop(): void {
    this.#unsubscribe();
    for (const room of this.#rooms.values()) room.disarm?.();
  }

  #room(connectionId: string): Room {
    const known = this.#rooms.get(connectionId);
    if (known) return known;
    const room: Room = { chains: new Map(), revision: 0, shown: NOBODY, disarm: null };
    this.#rooms.set(connectionId, room);
    return room;
  }

  /** Plans a push an interval later: what came and went within one is not worth one. */
  #touched(connectionId: string): void {
    const room = this.#rooms.get(connectionId);
    if (!room) return;
    room.revision += 1;
    room.disarm ??= this.#options.machine.after(INTERVAL_MS, () => {
      room.disarm = null;
      const snapshot = this.snapshot(connectionId);
      const shown = JSON.stringify([snapshot.total, snapshot.requests, snapshot.resting]);
      if (shown === room.shown) return;
      room.shown = shown;
      this.#changed.emit(snapshot);
    });
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

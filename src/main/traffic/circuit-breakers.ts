/** The breakers of all hosts, one for each connection and host: their rests on the connection's clock, and who waits for them to end. */
import { AppError } from '../../shared/errors.ts';
import type { OpenCircuit } from '../../shared/model/pending.ts';
import { cancelled } from '../http/abort.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';
import { CircuitBreaker, type CircuitPermission, MIN_OPEN_MS } from './circuit-breaker.ts';

/** A place in the queue of those who wait for a host. `done` is called once the request was sent or given up, so that the next may go. */
export interface TrialSlot {
  release(): void;
}

/** The turn of who need not wait. */
export const FREE_SLOT: TrialSlot = { release: () => {} };

interface Circuit {
  readonly connectionId: string;
  readonly host: string;
  readonly breaker: CircuitBreaker;
  /** In order of arrival. */
  readonly queue: Set<(slot: TrialSlot) => void>;
  /** Somebody was let out of the queue to try the host and has not done it yet. */
  slot: TrialSlot | null;
  since: number;
  until: number;
  disarm: () => void;
}

export class CircuitBreakers {
  readonly #clockOf: (connectionId: string) => Clock;
  readonly #circuits = new Map<string, Circuit>();
  readonly #changed = new Emitter<string>();

  constructor({ clockOf }: { readonly clockOf: (connectionId: string) => Clock }) {
    this.#clockOf = clockOf;
  }

  /** The connection whose resting hosts are others now. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  /** Whether nobody waits for this host. */
  isClosed(connectionId: string, host: string): boolean {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    return !circuit || circuit.breaker.state === 'closed';
  }

  /** AppError `circuitOpen` when nobody may be sent to the host now, else `null`. */
  rejection(connectionId: string, host: string): AppError<'circuitOpen'> | null {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    if (!circuit || circuit.breaker.state === 'closed' || circuit.breaker.state === 'ready') return null;
    const { since: _, ...detail } = openCircuitOf(circuit);
    return new AppError('circuitOpen', detail);
  }

  /**
   * Waits until the host may be asked. While its rest is over and nobody has tried it yet, one at a time is let out of the queue, in
   * order of arrival. Throws AppError `cancelled` as soon as the signal aborts.
   */
  async waitForSlot(connectionId: string, host: string, signal: AbortSignal): Promise<TrialSlot> {
    const circuit = this.#circuit(connectionId, host);
    if (circuit.breaker.state === 'closed') return FREE_SLOT;
    if (signal.aborted) throw cancelled(false);
    const turn = new Promise<TrialSlot>((resolve, reject) => {
      const leave = () => {
        circuit.queue.delete(come);
        reject(cancelled(false));
      };
      const come = (given: TrialSlot) => {
        signal.removeEventListener('abort', leave);
        resolve(given);
      };
      signal.addEventListener('abort', leave, { once: true });
      circuit.queue.add(come);
    });
    this.#releaseQueue(circuit);
    return turn;
  }

  /** A request is about to be sent to the host; `null` when it may not be. Token requests do not come here: they have guards of their own. */
  tryAcquire(connectionId: string, host: string): CircuitPermission | null {
    return this.#circuit(connectionId, host).breaker.tryAcquire();
  }

  /** Lets the next request try a resting host now. */
  halfOpenNow(connectionId: string, host: string): void {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    if (circuit) this.#halfOpen(circuit);
  }

  /** The machine woke or is online again: what is known of all hosts is old. */
  halfOpenAll(): void {
    for (const circuit of [...this.#circuits.values()]) this.#halfOpen(circuit);
  }

  /** Hosts that failed and have not answered since, those that rested longest first. */
  openCircuits(connectionId: string): OpenCircuit[] {
    return [...this.#circuits.values()]
      .filter((circuit) => circuit.connectionId === connectionId && circuit.breaker.state !== 'closed')
      .map(openCircuitOf)
      .sort((one, two) => one.since - two.since);
  }

  /** One of them; `null` when that one is none. */
  openCircuit(connectionId: string, host: string): OpenCircuit | null {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    return circuit && circuit.breaker.state !== 'closed' ? openCircuitOf(circuit) : null;
  }

  /** Drops what is known of a connection's other hosts: it has moved away from them. Who waits for one of them goes on. */
  retainHosts(connectionId: string, hosts: ReadonlySet<string>): void {
    let changed = false;
    for (const [key, circuit] of this.#circuits) {
      if (circuit.connectionId !== connectionId || hosts.has(circuit.host)) continue;
      changed ||= circuit.breaker.state !== 'closed';
      circuit.disarm();
      this.#circuits.delete(key);
      for (const come of [...circuit.queue]) come(FREE_SLOT);
      circuit.queue.clear();
    }
    if (changed) this.#changed.emit(connectionId);
  }

  /** Drops what is known of a connection's hosts: it was removed. */
  remove(connectionId: string): void {
    this.retainHosts(connectionId, new Set());
  }

  #circuit(connectionId: string, host: string): Circuit {
    const key = keyOf(connectionId, host);
    const known = this.#circuits.get(key);
    if (known) return known;
    const clock = this.#clockOf(connectionId);
    const breaker = new CircuitBreaker({
      onBreak: (restMs) => {
        const now = clock.now();
        if (restMs === MIN_OPEN_MS) circuit.since = now;
        circuit.until = now + restMs;
        circuit.disarm();
        // A length of time, not an instant: the clock may turn out to have been wrong meanwhile.
        circuit.disarm = clock.after(restMs, () => this.#halfOpen(circuit));
        this.#changed.emit(connectionId);
      },
      onPassable: () => {
        circuit.disarm();
        this.#releaseQueue(circuit);
        this.#changed.emit(connectionId);
      },
    });
    const circuit: Circuit = {
      connectionId,
      host,
      breaker,
      queue: new Set(),
      slot: null,
      since: 0,
      until: 0,
      disarm: () => {},
    };
    this.#circuits.set(key, circuit);
    return circuit;
  }

  #halfOpen(circuit: Circuit): void {
    if (circuit.breaker.state !== 'resting') return;
    circuit.until = Math.min(circuit.until, this.#clockOf(circuit.connectionId).now());
    circuit.breaker.halfOpen();
  }

  /** Lets out of the queue who may go. */
  #releaseQueue(circuit: Circuit): void {
    const { breaker, queue } = circuit;
    if (breaker.state === 'closed') {
      for (const come of [...queue]) come(FREE_SLOT);
      queue.clear();
      return;
    }
    const [next] = queue;
    if (breaker.state !== 'ready' || circuit.slot || !next) return;
    queue.delete(next);
    const slot: TrialSlot = {
      release: () => {
        if (circuit.slot !== slot) return;
        circuit.slot = null;
        this.#releaseQueue(circuit);
      },
    };
    circuit.slot = slot;
    next(slot);
  }
}

const openCircuitOf = ({ host, breaker, since, until }: Circuit): OpenCircuit => ({
  host,
  failures: breaker.failures,
  since,
  until,
  reason: breaker.reason,
});

const keyOf = (connectionId: string, host: string): string => `${connectionId}\n${host}`;

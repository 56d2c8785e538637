/** The breakers of all hosts, one for each connection and host: their rests on the connection's clock, and who waits for them to end. */
import { AppError } from '../../shared/errors.ts';
import type { RestingHost } from '../../shared/model/pending.ts';
import { cancelled } from '../http/abort.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';
import { Breaker, FIRST_REST_MS, type Pass } from './circuit-breaker.ts';

/** A place in the line of those who wait for a host. `done` is called once the request was sent or given up, so that the next may go. */
export interface Turn {
  done(): void;
}

/** The turn of who need not wait. */
export const FREE: Turn = { done: () => {} };

interface Gate {
  readonly connectionId: string;
  readonly host: string;
  readonly breaker: Breaker;
  /** In order of arrival. */
  readonly line: Set<(turn: Turn) => void>;
  /** Somebody was let out of the line to try the host and has not done it yet. */
  turn: Turn | null;
  since: number;
  until: number;
  disarm: () => void;
}

export class Breakers {
  readonly #clockOf: (connectionId: string) => Clock;
  readonly #gates = new Map<string, Gate>();
  readonly #changed = new Emitter<string>();

  constructor({ clockOf }: { readonly clockOf: (connectionId: string) => Clock }) {
    this.#clockOf = clockOf;
  }

  /** The connection whose resting hosts are others now. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  /** Whether nobody waits for this host. */
  isClear(connectionId: string, host: string): boolean {
    const gate = this.#gates.get(keyOf(connectionId, host));
    return !gate || gate.breaker.state === 'closed';
  }

  /** AppError `serviceResting` when nobody may be sent to the host now, else `null`. */
  refusal(connectionId: string, host: string): AppError<'serviceResting'> | null {
    const gate = this.#gates.get(keyOf(connectionId, host));
    if (!gate || gate.breaker.state === 'closed' || gate.breaker.state === 'ready') return null;
    const { since: _, ...resting } = restingOf(gate);
    return new AppError('serviceResting', resting);
  }

  /**
   * Waits until the host may be asked. While its rest is over and nobody has tried it yet, one at a time is let out of the line, in
   * order of arrival. Throws AppError `cancelled` as soon as the signal aborts.
   */
  async turn(connectionId: string, host: string, signal: AbortSignal): Promise<Turn> {
    const gate = this.#gate(connectionId, host);
    if (gate.breaker.state === 'closed') return FREE;
    if (signal.aborted) throw cancelled(false);
    const turn = new Promise<Turn>((resolve, reject) => {
      const leave = () => {
        gate.line.delete(come);
        reject(cancelled(false));
      };
      const come = (given: Turn) => {
        signal.removeEventListener('abort', leave);
        resolve(given);
      };
      signal.addEventListener('abort', leave, { once: true });
      gate.line.add(come);
    });
    this.#move(gate);
    return turn;
  }

  /** A request is about to be sent to the host; `null` when it may not be. Token requests do not come here: they have guards of their own. */
  enter(connectionId: string, host: string): Pass | null {
    return this.#gate(connectionId, host).breaker.enter();
  }

  /** Lets the next request try a resting host now. */
  tryNow(connectionId: string, host: string): void {
    const gate = this.#gates.get(keyOf(connectionId, host));
    if (gate) this.#rested(gate);
  }

  /** The machine woke or is online again: what is known of all hosts is old. */
  tryAll(): void {
    for (const gate of [...this.#gates.values()]) this.#rested(gate);
  }

  /** Hosts that failed and have not answered since, those that rested longest first. */
  resting(connectionId: string): RestingHost[] {
    return [...this.#gates.values()]
      .filter((gate) => gate.connectionId === connectionId && gate.breaker.state !== 'closed')
      .map(restingOf)
      .sort((one, two) => one.since - two.since);
  }

  /** One of them; `null` when that one is none. */
  restingHost(connectionId: string, host: string): RestingHost | null {
    const gate = this.#gates.get(keyOf(connectionId, host));
    return gate && gate.breaker.state !== 'closed' ? restingOf(gate) : null;
  }

  /** Drops what is known of a connection's other hosts: it has moved away from them. Who waits for one of them goes on. */
  keep(connectionId: string, hosts: ReadonlySet<string>): void {
    let changed = false;
    for (const [key, gate] of this.#gates) {
      if (gate.connectionId !== connectionId || hosts.has(gate.host)) continue;
      changed ||= gate.breaker.state !== 'closed';
      gate.disarm();
      this.#gates.delete(key);
      for (const come of [...gate.line]) come(FREE);
      gate.line.clear();
    }
    if (changed) this.#changed.emit(connectionId);
  }

  /** Drops what is known of a connection's hosts: it was removed. */
  forget(connectionId: string): void {
    this.keep(connectionId, new Set());
  }

  #gate(connectionId: string, host: string): Gate {
    const key = keyOf(connectionId, host);
    const known = this.#gates.get(key);
    if (known) return known;
    const clock = this.#clockOf(connectionId);
    const breaker = new Breaker({
      rests: (restMs) => {
        const now = clock.now();
        if (restMs === FIRST_REST_MS) gate.since = now;
        gate.until = now + restMs;
        gate.disarm();
        // A length of time, not an instant: the clock may turn out to have been wrong meanwhile.
        gate.disarm = clock.after(restMs, () => this.#rested(gate));
        this.#changed.emit(connectionId);
      },
      opens: () => {
        gate.disarm();
        this.#move(gate);
        this.#changed.emit(connectionId);
      },
    });
    const gate: Gate = {
      connectionId,
      host,
      breaker,
      line: new Set(),
      turn: null,
      since: 0,
      until: 0,
      disarm: () => {},
    };
    this.#gates.set(key, gate);
    return gate;
  }

  #rested(gate: Gate): void {
    if (gate.breaker.state !== 'resting') return;
    gate.until = Math.min(gate.until, this.#clockOf(gate.connectionId).now());
    gate.breaker.rested();
  }

  /** Lets out of the line who may go. */
  #move(gate: Gate): void {
    const { breaker, line } = gate;
    if (breaker.state === 'closed') {
      for (const come of [...line]) come(FREE);
      line.clear();
      return;
    }
    const [next] = line;
    if (breaker.state !== 'ready' || gate.turn || !next) return;
    line.delete(next);
    const turn: Turn = {
      done: () => {
        if (gate.turn !== turn) return;
        gate.turn = null;
        this.#move(gate);
      },
    };
    gate.turn = turn;
    next(turn);
  }
}

const restingOf = ({ host, breaker, since, until }: Gate): RestingHost => ({
  host,
  failures: breaker.failures,
  since,
  until,
  reason: breaker.reason,
});

const keyOf = (connectionId: string, host: string): string => `${connectionId}\n${host}`;

/** One circuit breaker for each connection and host, with its timer on the connection's clock and the queue of requests that wait for it. */
import { AppError } from '../../shared/app-error.ts';
import type { OpenCircuit } from '../../shared/model/pending.ts';
import { cancelled } from '../http/abort.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Subscribable } from '../platform/ports.ts';

/**
 * The turn of one queued request to be the trial request of a half-open circuit. The request releases it when it was sent or aborted; then the
 * next queued request gets it.
 */
export interface TrialSlot {
  release(): void;
}

/** The trial slot for a request to a host whose circuit is closed; releasing it does nothing. */
export const FREE_SLOT: TrialSlot = { release: () => {} };

type Grant = (slot: TrialSlot) => void;

interface Circuit {
  /** The connection whose clock measures the open time. */
  readonly connectionId: string;
  readonly host: string;
  readonly breaker: CircuitBreaker;
  /** The queued requests in order of arrival. */
  readonly queue: Set<Grant>;
  /** The slot of a request that has left the queue and was not sent yet. */
  slot: TrialSlot | null;
  /** The instant at which the circuit first opened, and the one until which it stays open. */
  since: number;
  until: number;
  disarm: () => void;
}

export class CircuitBreakers {
  readonly #clockOf: (connectionId: string) => Clock;
  readonly #circuits = new Map<string, Circuit>();
  readonly #changed = new Emitter<string>();

  constructor(clockOf: (connectionId: string) => Clock) {
    this.#clockOf = clockOf;
  }

  /** Emits the id of a connection when its open circuits change. */
  get changed(): Subscribable<string> {
    return this.#changed;
  }

  isClosed(connectionId: string, host: string): boolean {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    return !circuit || circuit.breaker.state === 'closed';
  }

  /** The AppError `circuitOpen` when no request may pass now, else `null`. */
  rejection(connectionId: string, host: string): AppError<'circuitOpen'> | null {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    if (!circuit || circuit.breaker.canPass) return null;
    const { since: _, ...detail } = openCircuitOf(circuit);
    return new AppError('circuitOpen', detail);
  }

  /** Whether so many requests failed in a row that a further attempt of the same request would hardly help. */
  isFailing(connectionId: string, host: string): boolean {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    return circuit !== undefined && circuit.breaker.failures >= FAILING_THRESHOLD;
  }

  /** Waits until a request may pass. A half-open circuit grants one slot at a time, a closed one all. Throws `cancelled` on abort. */
  async waitForSlot(connectionId: string, host: string, signal: AbortSignal): Promise<TrialSlot> {
    const circuit = this.#circuit(connectionId, host);
    if (circuit.breaker.state === 'closed') return FREE_SLOT;
    if (signal.aborted) throw cancelled(false);
    const granted = new Promise<TrialSlot>((resolve, reject) => {
      const onAbort = () => {
        circuit.queue.delete(grant);
        reject(cancelled(false));
      };
      const grant: Grant = (slot) => {
        signal.removeEventListener('abort', onAbort);
        resolve(slot);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      circuit.queue.add(grant);
    });
    this.#releaseQueue(circuit);
    return granted;
  }

  /** A permission for a request of a chain that is about to be sent; `null` when none may pass. Token requests have guards of their own (ADR 6). */
  tryAcquire(connectionId: string, host: string, chainId: string): CircuitPermission | null {
    return this.#circuit(connectionId, host).breaker.tryAcquire(chainId);
  }

  /** Ends the open time of a host's circuit: the next request is the trial. */
  halfOpenNow(connectionId: string, host: string): void {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    if (circuit) this.#halfOpen(circuit);
  }

  /** Ends the open time of all circuits. Call after sleep or a loss of the network, which may have caused the failures. */
  halfOpenAll(): void {
    for (const circuit of [...this.#circuits.values()]) this.#halfOpen(circuit);
  }

  /** Circuits that are not closed, in the order in which they opened. */
  openCircuits(connectionId: string): OpenCircuit[] {
    return [...this.#circuits.values()]
      .filter((circuit) => circuit.connectionId === connectionId && circuit.breaker.state !== 'closed')
      .map(openCircuitOf)
      .sort((one, two) => one.since - two.since);
  }

  openCircuit(connectionId: string, host: string): OpenCircuit | null {
    const circuit = this.#circuits.get(keyOf(connectionId, host));
    return circuit && circuit.breaker.state !== 'closed' ? openCircuitOf(circuit) : null;
  }

  /** Drops the circuits of a connection, except those of the given hosts. The requests in the dropped queues continue. */
  retainHosts(connectionId: string, hosts: ReadonlySet<string>): void {
    let changed = false;
    for (const [key, circuit] of this.#circuits) {
      if (circuit.connectionId !== connectionId || hosts.has(circuit.host)) continue;
      changed ||= circuit.breaker.state !== 'closed';
      circuit.disarm();
      this.#circuits.delete(key);
      for (const grant of [...circuit.queue]) grant(FREE_SLOT);
      circuit.queue.clear();
    }
    if (changed) this.#changed.emit(connectionId);
  }

  remove(connectionId: string): void {
    this.retainHosts(connectionId, new Set());
  }

  #circuit(connectionId: string, host: string): Circuit {
    const key = keyOf(connectionId, host);
    const known = this.#circuits.get(key);
    if (known) return known;
    const clock = this.#clockOf(connectionId);
    const onPassable = () => {
      circuit.disarm();
      this.#releaseQueue(circuit);
      this.#changed.emit(connectionId);
    };
    const onBreak = (openMs: number) => {
      const now = clock.now();
      if (openMs === MIN_OPEN_MS) circuit.since = now;
      circuit.until = now + openMs;
      circuit.disarm();
      // A duration, not an instant, because the connection's clock may be corrected meanwhile.
      circuit.disarm = clock.after(openMs, () => this.#halfOpen(circuit));
      this.#changed.emit(connectionId);
    };
    const events = { onBreak, onHalfOpen: onPassable, onReset: onPassable };
    const breaker = new CircuitBreaker(events, () => clock.now());
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
    if (circuit.breaker.state !== 'open') return;
    circuit.until = Math.min(circuit.until, this.#clockOf(circuit.connectionId).now());
    circuit.breaker.halfOpen();
  }

  /** Grants slots: all when the circuit is closed, one when it is half-open without a trial. */
  #releaseQueue(circuit: Circuit): void {
    const { breaker, queue } = circuit;
    if (breaker.state === 'closed') {
      for (const grant of [...queue]) grant(FREE_SLOT);
      queue.clear();
      return;
    }
    const [next] = queue;
    if (!breaker.canPass || circuit.slot || !next) return;
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

const keyOf = (connectionId: string, host: string): string => `${connectionId}\n${host}`;

const openCircuitOf = ({ host, breaker, since, until }: Circuit): OpenCircuit => ({
  host,
  failures: breaker.failures,
  since,
  until,
  reason: breaker.reason,
});

/** The number of votes in a row that open a closed circuit. */
export const FAILURE_THRESHOLD = 5;
/** The number of votes in a row from which an interactive request gets one attempt only. */
const FAILING_THRESHOLD = 3;
/** The time after a vote in which further failures count as the same event, in ms of the connection's clock. */
export const VOTE_INTERVAL_MS = 1_250;
/** How long a circuit stays open at first, in ms of the connection's clock. Each failed trial doubles the time. */
export const MIN_OPEN_MS = 10_000;
export const MAX_OPEN_MS = 120_000;

/** The states: `closed` lets requests pass, `open` none, `halfOpen` one trial request. */
type CircuitState = 'closed' | 'open' | 'halfOpen';

/** A permission to send one request. Exactly one of `succeeded`, `failed` and `released` ends it; further calls do nothing. */
export interface CircuitPermission {
  /** Reports that the host answered with a status below 500. */
  succeeded(): void;
  /** Reports that the host answered 5xx, or that no answer came; `reason` continues "it failed (…)". */
  failed(reason: string): void;
  /** Reports that the request ended without evidence about the host, because it was aborted. */
  released(): void;
}

/** A request that got a permission: its chain, and its number among all requests of the breaker. */
interface Sent {
  readonly chainId: string;
  readonly number: number;
}

interface CircuitBreakerEvents {
  onBreak(openMs: number): void;
  /** Called when the next request may pass as the trial, because the open time is over or the last trial was released. */
  onHalfOpen(): void;
  onReset(): void;
}

/**
 * The circuit breaker of one host as a state machine without timers or queue (ADR 11). Five votes in a row open the circuit; in the half-open state,
 * one trial request closes it or opens it for longer. Failures of one instant or of one chain count as one vote.
 */
export class CircuitBreaker {
  readonly #events: CircuitBreakerEvents;
  readonly #now: () => number;
  #state: CircuitState = 'closed';
  #failures = 0;
  #openMs = 0;
  #reason = '';
  #requests = 0;
  /** The number of the latest request that succeeded. */
  #lastSuccess = 0;
  #lastVoteAt = Number.NEGATIVE_INFINITY;
  /** The chains that have voted since the last success. */
  readonly #voters = new Set<string>();
  /** The permission of the trial request; permissions from before the circuit opened cannot end the trial. */
  #trial: CircuitPermission | null = null;

  /** Makes a closed circuit breaker. `now`: milliseconds of the connection's clock. */
  constructor(events: CircuitBreakerEvents, now: () => number) {
    this.#events = events;
    this.#now = now;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** Whether a request may pass now: the circuit is closed, or half-open without a trial in flight. */
  get canPass(): boolean {
    return this.#state === 'closed' || (this.#state === 'halfOpen' && !this.#trial);
  }

  get failures(): number {
    return this.#failures;
  }

  get reason(): string {
    return this.#reason;
  }

  tryAcquire(chainId: string): CircuitPermission | null {
    if (!this.canPass) return null;
    this.#requests += 1;
    const sent = { chainId, number: this.#requests };
    let isPending = true;
    const once = (end: () => void) => () => {
      if (!isPending) return;
      isPending = false;
      end();
    };
    const permission: CircuitPermission = {
      succeeded: once(() => this.#onSuccess(sent)),
      failed: (reason) => once(() => this.#onFailure(permission, sent, reason))(),
      released: once(() => this.#onRelease(permission)),
    };
    if (this.#state === 'halfOpen') this.#trial = permission;
    return permission;
  }

  /** Ends the open time, because it is over or a person asks for a trial now. */
  halfOpen(): void {
    if (this.#state !== 'open') return;
    this.#state = 'halfOpen';
    this.#events.onHalfOpen();
  }

  /** Closes the circuit after any success, even of a request that was sent before it opened, because the host works. */
  #onSuccess({ number }: Sent): void {
    const wasClosed = this.#state === 'closed';
    this.#state = 'closed';
    this.#failures = 0;
    this.#lastSuccess = Math.max(this.#lastSuccess, number);
    this.#lastVoteAt = Number.NEGATIVE_INFINITY;
    this.#voters.clear();
    this.#openMs = 0;
    this.#trial = null;
    if (!wasClosed) this.#events.onReset();
  }

  #onFailure(permission: CircuitPermission, sent: Sent, reason: string): void {
    const isTrial = this.#trial === permission;
    // A failure of a request that was sent before the circuit opened says nothing new.
    if (this.#state !== 'closed' && !isTrial) return;
    if (!isTrial && !this.#isVote(sent)) return;
    this.#failures += 1;
    this.#reason = reason;
    this.#trial = null;
    this.#lastVoteAt = this.#now();
    this.#voters.add(sent.chainId);
    if (!isTrial && this.#failures < FAILURE_THRESHOLD) return;
    this.#openMs = this.#openMs === 0 ? MIN_OPEN_MS : Math.min(MAX_OPEN_MS, 2 * this.#openMs);
    this.#state = 'open';
    this.#events.onBreak(this.#openMs);
  }

  /** Whether a failure is a vote: not if an earlier vote has the same event or chain, or if a later request has already succeeded. */
  #isVote({ chainId, number }: Sent): boolean {
    // The clock may have been set back.
    const isOneEvent = Math.abs(this.#now() - this.#lastVoteAt) < VOTE_INTERVAL_MS;
    return number > this.#lastSuccess && !isOneEvent && !this.#voters.has(chainId);
  }

  #onRelease(permission: CircuitPermission): void {
    if (this.#trial !== permission) return;
    this.#trial = null;
    this.#events.onHalfOpen();
  }
}

/** All pending requests, each a chain of attempts, which a person can see and cancel. Snapshots are published at most four times a second. */
import { AppError, isAppError } from '../../shared/app-error.ts';
import {
  MAX_PENDING_LISTED,
  type PendingRequest,
  type PendingSnapshot,
  type ServicePause,
  type WaitPhase,
} from '../../shared/model/pending.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { cancelled } from '../http/abort.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Random, Subscribable } from '../platform/ports.ts';
import { PUBLISH_INTERVAL_MS, SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import type { PausableOperation, Pauses } from './pauses.ts';
import { hostOf, type TrafficRequest } from './request.ts';

export interface PendingRequestsOptions {
  /** The machine's clock, for publishing and deadlines. */
  readonly machine: Clock;
  /** The machine's monotonic milliseconds; by default the milliseconds of its clock. */
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
  /** The chains by id, in order of arrival. */
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

  /** True while a request that may change something at a service is pending. */
  get isWriting(): boolean {
    return [...this.#byConnection.values()].some(({ chains }) =>
      [...chains.values()].some((chain) => chain.snapshot().method !== 'GET'),
    );
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

  removeConnection(connectionId: string): void {
    const requests = this.#byConnection.get(connectionId);
    for (const chain of requests?.chains.values() ?? []) chain.cancel();
    requests?.publisher.stop();
    this.#byConnection.delete(connectionId);
  }

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
      delayMs: PUBLISH_INTERVAL_MS,
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

/**
 * The time in ms, by lane, in which the attempts of a chain may begin. It is real time, because the clock of a sandbox may run 720 times as fast as
 * people and networks do.
 */
export const DEADLINES: Record<Lane, number> = { interactive: 120_000, background: 120_000, bulk: 900_000 };

export interface ChainOptions {
  readonly id: string;
  readonly request: TrafficRequest;
  /** The connection's clock, for instants in snapshots. */
  readonly clock: Clock;
  /** The machine's clock, for the timer of the deadline. */
  readonly machine: Clock;
  /** The machine's monotonic clock in ms, which counts sleep too. The time until the deadline is measured on it. */
  readonly monotonic: () => number;
  readonly onChange: () => void;
}

/** The instant at which a phase of a pending request ends by itself, and why the request waits. */
export type PhaseDetail = Pick<PendingRequest, 'until' | 'reason'>;

const NO_DETAIL = (): PhaseDetail => ({ until: null, reason: null });

/** One request with all its attempts. Its caller can abort it, a person can cancel it, and its deadline ends it. */
export class Chain {
  readonly id: string;
  readonly lane: Lane;
  /** The operation, with its host, that circuits and pauses concern. */
  readonly operation: PausableOperation;
  readonly #options: ChainOptions;
  readonly #abort = new AbortController();
  readonly #deadlineMs: number;
  readonly #deadlineAt: number;
  readonly #disarm: () => void;
  readonly #since: number;
  #attempt = 1;
  #sent = 0;
  #phase: WaitPhase = 'limit';
  #phaseSince: number;
  #detail = NO_DETAIL;
  #ended: 'cancelled' | 'expired' | null = null;
  #lastFailure: AppError | null = null;

  constructor(options: ChainOptions) {
    const { id, request, clock, machine, monotonic } = options;
    this.id = id;
    this.#options = options;
    this.lane = request.lane ?? 'interactive';
    const { connectionId, operation, title, url } = request;
    this.operation = { connectionId, host: hostOf(url), operation, title };
    this.#since = clock.now();
    this.#phaseSince = this.#since;
    this.#deadlineMs = request.deadlineMs ?? DEADLINES[this.lane];
    this.#deadlineAt = monotonic() + this.#deadlineMs;
    this.#disarm = machine.after(this.#deadlineMs, () => this.#expire());
    request.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (request.signal?.aborted) this.#onAbort();
    request.drainSignal?.addEventListener('abort', this.#onDrain, { once: true });
    if (request.drainSignal?.aborted) this.#onDrain();
  }

  /** Aborts the current phase, a request in flight included. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get phase(): WaitPhase {
    return this.#phase;
  }

  /** Time until the deadline, in ms of the connection's clock. */
  get remainingMs(): number {
    const { monotonic, clock } = this.#options;
    return this.#ended === 'expired' ? 0 : (this.#deadlineAt - monotonic()) * clock.face().rate;
  }

  get lastFailure(): AppError | null {
    return this.#lastFailure;
  }

  get sent(): number {
    return this.#sent;
  }

  beginAttempt(attempt: number): void {
    this.#attempt = attempt;
  }

  /** Counts an attempt that is sent now; returns its number. */
  countSent(): number {
    this.#sent += 1;
    this.#attempt = this.#sent;
    return this.#sent;
  }

  recordFailure(failure: AppError): void {
    this.#lastFailure = failure;
  }

  /**
   * Enters a phase and waits for `work`; snapshots get the end and the reason of the phase from `detail`. Throws the error of `work`, or, when the
   * chain has ended, `cancelled`, `deadlineExceeded` or the failure of the last attempt.
   */
  async waitFor<Value>(
    phase: WaitPhase,
    work: (signal: AbortSignal) => Promise<Value>,
    detail = NO_DETAIL,
  ): Promise<Value> {
    this.throwIfEnded();
    this.#enterPhase(phase, detail);
    try {
      return await work(this.#abort.signal);
    } catch (error) {
      if (isAppError(error, 'cancelled')) this.throwIfEnded();
      throw error;
    }
  }

  /** Enters the last phase, right before sending: the deadline no longer aborts the request, and a person cannot cancel a write any more. */
  beginSending(): void {
    this.throwIfEnded();
    this.#enterPhase('answer');
  }

  /** Checks that the chain may go on. Throws when it was cancelled or its deadline is exceeded. */
  throwIfEnded(): void {
    if (this.#ended === 'cancelled') throw cancelled(false);
    if (this.#ended === 'expired') throw this.#lastFailure ?? this.#deadlineExceeded();
  }

  /** Cancels the request for a person. A write that was sent runs to its end and is not retried. */
  cancel(): void {
    this.#ended = 'cancelled';
    if (this.#phase !== 'answer' || this.#options.request.repeatable) this.#abort.abort();
  }

  close(): void {
    this.#disarm();
    const { signal, drainSignal } = this.#options.request;
    signal?.removeEventListener('abort', this.#onAbort);
    drainSignal?.removeEventListener('abort', this.#onDrain);
  }

  snapshot(): PendingRequest {
    const { api, operation, title, method, taskId } = this.#options.request;
    return {
      id: this.id,
      api,
      operation,
      title,
      method,
      lane: this.lane,
      taskId: taskId ?? null,
      attempt: this.#attempt,
      since: this.#since,
      phase: this.#phase,
      phaseSince: this.#phaseSince,
      ...this.#detail(),
    };
  }

  #enterPhase(phase: WaitPhase, detail = NO_DETAIL): void {
    this.#phase = phase;
    this.#detail = detail;
    this.#phaseSince = this.#options.clock.now();
    this.#options.onChange();
  }

  #expire(): void {
    this.#ended ??= 'expired';
    if (this.#phase !== 'answer') this.#abort.abort();
  }

  readonly #onAbort = (): void => {
    this.#ended = 'cancelled';
    this.#abort.abort();
  };

  readonly #onDrain = (): void => {
    this.#ended = 'cancelled';
    if (this.#phase !== 'answer') this.#abort.abort();
  };

  #deadlineExceeded(): AppError {
    return new AppError('deadlineExceeded', { what: this.#options.request.title, afterMs: this.#deadlineMs });
  }
}

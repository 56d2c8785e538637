/** One request with all its attempts: its current phase, and its end by the caller, by a person or by the deadline. */
import { AppError, isAppError } from '../../shared/app-error.ts';
import type { PendingRequest, WaitPhase } from '../../shared/model/pending.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { cancelled } from '../http/abort.ts';
import type { Clock } from '../platform/ports.ts';
import type { TrafficRequest } from './request.ts';

/**
 * The default deadline: ms from the creation of a chain until its last attempt may begin. It is measured on the machine's monotonic clock: a
 * sandbox's clock may run 720 times as fast, but its network and the person at the screen do not.
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
  /** Called when the snapshot has changed. */
  readonly onChange: () => void;
}

/** When a phase ends by itself, and the reason for it. */
export type PhaseDetail = Pick<PendingRequest, 'until' | 'reason'>;

const NO_DETAIL = (): PhaseDetail => ({ until: null, reason: null });

export class Chain {
  readonly id: string;
  readonly lane: Lane;
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

  /** The failure of the last attempt; `null` before the first failure. */
  get lastFailure(): AppError | null {
    return this.#lastFailure;
  }

  /** The number of attempts that were sent. */
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
   * Enters a phase and waits for its work; each snapshot calls `detail`. Throws the error of the work, or, when the chain has ended, `cancelled`,
   * `deadlineExceeded` or the failure of the last attempt.
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

  /**
   * Enters the last phase, right before sending. From then on the deadline does not abort the request, and a person cannot cancel it if it is a
   * write.
   */
  beginSending(): void {
    this.throwIfEnded();
    this.#enterPhase('answer');
  }

  /** Throws when the chain was cancelled or its deadline is exceeded. */
  throwIfEnded(): void {
    if (this.#ended === 'cancelled') throw cancelled(false);
    if (this.#ended === 'expired') throw this.#lastFailure ?? this.#deadlineExceeded();
  }

  /** Cancels the request for a person. A write that was sent runs to its end and is not retried. */
  cancel(): void {
    this.#ended = 'cancelled';
    if (this.#phase !== 'answer' || this.#options.request.repeatable) this.#abort.abort();
  }

  /** Removes the timer and the listeners. */
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

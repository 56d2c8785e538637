/** One request with all its attempts: what it waits for now, and what may end the waiting — its caller, a person, or its deadline. */
import { AppError, isAppError } from '../../shared/errors.ts';
import type { PendingRequest, WaitPhase } from '../../shared/model/pending.ts';
import type { Lane } from '../../shared/model/rates.ts';
import { cancelled } from '../http/abort.ts';
import type { Clock } from '../platform/ports.ts';
import type { TrafficRequest } from './request.ts';

/**
 * How long a chain may take from when it was wanted until its last attempt begins, unless the request says otherwise. It is a length of
 * the connection's time where that runs no faster than the machine's; a sandbox that runs faster gets as long as the machine takes for it,
 * because its network is real and so is who waits.
 */
export const DEADLINES: Record<Lane, number> = { interactive: 120_000, background: 120_000, bulk: 900_000 };

export interface ChainOptions {
  readonly id: string;
  readonly request: TrafficRequest;
  /** The connection's clock: the instants that are shown. */
  readonly clock: Clock;
  /** The machine's clock: it rings at the deadline. */
  readonly machine: Clock;
  /** The machine's milliseconds that only grow: what is left until then, also when the machine's clock is set or stood still in sleep. */
  readonly monotonic: () => number;
  /** Something of it that is shown has changed. */
  readonly changed: () => void;
}

/** What is shown beside a phase. */
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
  #phase: WaitPhase = 'limit';
  #phaseSince: number;
  #detail = NO_DETAIL;
  #ended: 'cancelled' | 'late' | null = null;
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
    request.hold?.addEventListener('abort', this.#onHold, { once: true });
    if (request.hold?.aborted) this.#onHold();
  }

  /** Ends what is under way, the wire too. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get phase(): WaitPhase {
    return this.#phase;
  }

  /** Until the deadline, in ms of the connection's clock. */
  get remainingMs(): number {
    const { monotonic, clock } = this.#options;
    return this.#ended === 'late' ? 0 : (this.#deadlineAt - monotonic()) * clock.face().rate;
  }

  /** Why the attempt before this one failed; `null` before the first has. */
  get lastFailure(): AppError | null {
    return this.#lastFailure;
  }

  beginAttempt(attempt: number): void {
    this.#attempt = attempt;
  }

  recordFailure(failure: AppError): void {
    this.#lastFailure = failure;
  }

  /** Waits for something; `remark` is what is shown of it, asked whenever it is shown. Throws what it throws, or how the chain ended: `cancelled`, `deadlineExceeded`, or why its last attempt failed. */
  async waitFor<Value>(
    phase: WaitPhase,
    work: (signal: AbortSignal) => Promise<Value>,
    remark = NO_DETAIL,
  ): Promise<Value> {
    this.throwIfEnded();
    this.#enterPhase(phase, remark);
    try {
      return await work(this.#abort.signal);
    } catch (error) {
      if (isAppError(error, 'cancelled')) this.throwIfEnded();
      throw error;
    }
  }

  /** It leaves now. From here on its deadline does not end it, and neither does a person when it is a write. */
  beginSending(): void {
    this.throwIfEnded();
    this.#enterPhase('answer');
  }

  /** Throws when it has ended. */
  throwIfEnded(): void {
    if (this.#ended === 'cancelled') throw cancelled(false);
    if (this.#ended === 'late') throw this.#lastFailure ?? this.#deadlineExceeded();
  }

  /** Takes it back, as a person asks. A write that was sent is left to end, but is not sent again. */
  cancel(): void {
    this.#ended = 'cancelled';
    if (this.#phase !== 'answer' || this.#options.request.repeatable) this.#abort.abort();
  }

  /** It is over. */
  close(): void {
    this.#disarm();
    const { signal, hold } = this.#options.request;
    signal?.removeEventListener('abort', this.#onAbort);
    hold?.removeEventListener('abort', this.#onHold);
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

  #enterPhase(phase: WaitPhase, remark = NO_DETAIL): void {
    this.#phase = phase;
    this.#detail = remark;
    this.#phaseSince = this.#options.clock.now();
    this.#options.changed();
  }

  #expire(): void {
    this.#ended ??= 'late';
    if (this.#phase !== 'answer') this.#abort.abort();
  }

  readonly #onAbort = (): void => {
    this.#ended = 'cancelled';
    this.#abort.abort();
  };

  readonly #onHold = (): void => {
    this.#ended = 'cancelled';
    if (this.#phase !== 'answer') this.#abort.abort();
  };

  #deadlineExceeded(): AppError {
    return new AppError('deadlineExceeded', { what: this.#options.request.title, afterMs: this.#deadlineMs });
  }
}

/** One request with all its attempts: what it waits for now, and what may end the waiting — its caller, a person, or its deadline. */
import { AppError, isAppError } from '../../shared/errors.ts';
import type { WaitingRequest, WaitPhase } from '../../shared/model/pending.ts';
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
  readonly steady: () => number;
  /** Something of it that is shown has changed. */
  readonly changed: () => void;
}

/** What is shown beside a phase. */
export type Remark = Pick<WaitingRequest, 'until' | 'reason'>;

const PLAIN = (): Remark => ({ until: null, reason: null });

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
  #remark = PLAIN;
  #end: 'cancelled' | 'late' | null = null;
  #lastFailure: AppError | null = null;

  constructor(options: ChainOptions) {
    const { id, request, clock, machine, steady } = options;
    this.id = id;
    this.#options = options;
    this.lane = request.lane ?? 'interactive';
    this.#since = clock.now();
    this.#phaseSince = this.#since;
    this.#deadlineMs = request.deadlineMs ?? DEADLINES[this.lane];
    this.#deadlineAt = steady() + this.#deadlineMs;
    this.#disarm = machine.after(this.#deadlineMs, () => this.#expire());
    request.signal?.addEventListener('abort', this.#leave, { once: true });
    if (request.signal?.aborted) this.#leave();
    request.hold?.addEventListener('abort', this.#stay, { once: true });
    if (request.hold?.aborted) this.#stay();
  }

  /** Ends what is under way, the wire too. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get phase(): WaitPhase {
    return this.#phase;
  }

  /** Until the deadline, in ms of the connection's clock. */
  get leftMs(): number {
    const { steady, clock } = this.#options;
    return this.#end === 'late' ? 0 : (this.#deadlineAt - steady()) * clock.face().rate;
  }

  /** Why the attempt before this one failed; `null` before the first has. */
  get lastFailure(): AppError | null {
    return this.#lastFailure;
  }

  begin(attempt: number): void {
    this.#attempt = attempt;
  }

  failed(failure: AppError): void {
    this.#lastFailure = failure;
  }

  /** Waits for something; `remark` is what is shown of it, asked whenever it is shown. Throws what it throws, or how the chain ended: `cancelled`, `deadlinePassed`, or why its last attempt failed. */
  async during<Value>(phase: WaitPhase, work: (signal: AbortSignal) => Promise<Value>, remark = PLAIN): Promise<Value> {
    this.check();
    this.#show(phase, remark);
    try {
      return await work(this.#abort.signal);
    } catch (error) {
      if (isAppError(error, 'cancelled')) this.check();
      throw error;
    }
  }

  /** It leaves now. From here on its deadline does not end it, and neither does a person when it is a write. */
  leaves(): void {
    this.check();
    this.#show('answer');
  }

  /** Throws when it has ended. */
  check(): void {
    if (this.#end === 'cancelled') throw cancelled(false);
    if (this.#end === 'late') throw this.#lastFailure ?? this.#deadlinePassed();
  }

  /** Takes it back, as a person asks. A write that was sent is left to end, but is not sent again. */
  cancel(): void {
    this.#end = 'cancelled';
    if (this.#phase !== 'answer' || this.#options.request.repeatable) this.#abort.abort();
  }

  /** It is over. */
  end(): void {
    this.#disarm();
    const { signal, hold } = this.#options.request;
    signal?.removeEventListener('abort', this.#leave);
    hold?.removeEventListener('abort', this.#stay);
  }

  shown(): WaitingRequest {
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
      ...this.#remark(),
    };
  }

  #show(phase: WaitPhase, remark = PLAIN): void {
    this.#phase = phase;
    this.#remark = remark;
    this.#phaseSince = this.#options.clock.now();
    this.#options.changed();
  }

  #expire(): void {
    this.#end ??= 'late';
    if (this.#phase !== 'answer') this.#abort.abort();
  }

  readonly #leave = (): void => {
    this.#end = 'cancelled';
    this.#abort.abort();
  };

  readonly #stay = (): void => {
    this.#end = 'cancelled';
    if (this.#phase !== 'answer') this.#abort.abort();
  };

  #deadlinePassed(): AppError {
    return new AppError('deadlinePassed', { what: this.#options.request.title, afterMs: this.#deadlineMs });
  }
}

/**
 * The circuit breaker of one host as a state machine without timers and queue (ADR 11). Five votes in a row open the circuit; in the
 * half-open state, one trial request closes it or opens it for longer. A failure is a vote unless it repeats the last one: failures of
 * one instant are one vote, and so are all failures of one chain.
 */

/** The number of votes in a row that open a closed circuit. */
export const FAILURE_THRESHOLD = 5;
/**
 * The number of votes in a row from which interactive requests get one attempt, so that a person's clicks on a host that is down cost one request
 * each.
 */
export const FAILING_THRESHOLD = 3;
/**
 * How long after a vote a failure belongs to the same event, in milliseconds of the connection's clock. So the votes that open a circuit span
 * five seconds, and no shorter drop-out of the network opens it.
 */
export const VOTE_INTERVAL_MS = 1_250;
/** How long a circuit stays open at first; each failed trial doubles it. Milliseconds of the connection's clock. */
export const MIN_OPEN_MS = 10_000;
export const MAX_OPEN_MS = 120_000;

/** The states: `closed` lets requests pass, `open` none, `halfOpen` one trial request. */
export type CircuitState = 'closed' | 'open' | 'halfOpen';

/** A permission to send one request. Exactly one of `succeeded`, `failed` and `released` ends it; further calls do nothing. */
export interface CircuitPermission {
  /** Reports that the host answered with a status below 500. */
  succeeded(): void;
  /** Reports that the host answered 5xx, or that no answer came; `reason` continues "it failed (…)". */
  failed(reason: string): void;
  /** Reports that the request ended without evidence about the host, because it was aborted. */
  released(): void;
}

/** The request of a permission: the id of its chain, and its position among all requests of the breaker. */
interface Sent {
  readonly chainId: string;
  readonly number: number;
}

export interface CircuitBreakerEvents {
  /** Called when the circuit opens for `openMs`. */
  onBreak(openMs: number): void;
  /** Called when the next request may pass as the trial, because the open time is over or the last trial was released. */
  onHalfOpen(): void;
  /** Called when the circuit closes. */
  onReset(): void;
}

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

  /** The number of votes in a row so far. */
  get failures(): number {
    return this.#failures;
  }

  /** The reason of the last failure. */
  get reason(): string {
    return this.#reason;
  }

  /** A permission for a request of a chain that is about to be sent; `null` when none may pass. */
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
    // A failure of a request that was sent before the circuit opened is no news.
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

  /** Whether a failure is a vote; not if it belongs to the same event or chain as an earlier vote, or if a later request has already succeeded. */
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

/**
 * The circuit breaker of one host as a pure state machine without clock and queue (ADR 11). Five failures in a row open the circuit;
 * in the half-open state, one trial request closes it or opens it for longer.
 */

/** Failures in a row that open a closed circuit. */
export const FAILURE_THRESHOLD = 5;
/** How long a circuit stays open at first; each failed trial doubles it. Milliseconds of the connection's clock. */
export const MIN_OPEN_MS = 10_000;
export const MAX_OPEN_MS = 120_000;

/** `closed`: requests pass. `open`: none passes. `halfOpen`: one trial request passes. */
export type CircuitState = 'closed' | 'open' | 'halfOpen';

/** Permission to send one request. Exactly one of `succeeded`, `failed` and `released` ends it; further calls do nothing. */
export interface CircuitPermission {
  /** The host answered with any status below 500. */
  succeeded(): void;
  /** The host answered 5xx, or no answer came; `reason` continues "it failed (…)". */
  failed(reason: string): void;
  /** The request ended without saying anything about the host: it was aborted. */
  released(): void;
}

export interface CircuitBreakerEvents {
  /** The circuit opens for `openMs`. */
  onBreak(openMs: number): void;
  /** The next request may pass as the trial: the open time is over, or the last trial was released. */
  onHalfOpen(): void;
  /** The circuit closes. */
  onReset(): void;
}

export class CircuitBreaker {
  readonly #events: CircuitBreakerEvents;
  #state: CircuitState = 'closed';
  #failures = 0;
  #openMs = 0;
  #reason = '';
  /** The permission of the trial request; permissions from before the circuit opened cannot end the trial. */
  #trial: CircuitPermission | null = null;

  constructor(events: CircuitBreakerEvents) {
    this.#events = events;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** Whether a request may pass now: the circuit is closed, or half-open without a trial in flight. */
  get canPass(): boolean {
    return this.#state === 'closed' || (this.#state === 'halfOpen' && !this.#trial);
  }

  /** Failures in a row so far. */
  get failures(): number {
    return this.#failures;
  }

  /** Why the last request failed. */
  get reason(): string {
    return this.#reason;
  }

  /** Permission for a request that is about to be sent; `null` when none may pass. */
  tryAcquire(): CircuitPermission | null {
    if (!this.canPass) return null;
    let isPending = true;
    const once = (end: () => void) => () => {
      if (!isPending) return;
      isPending = false;
      end();
    };
    const permission: CircuitPermission = {
      succeeded: once(() => this.#onSuccess()),
      failed: (reason) => once(() => this.#onFailure(permission, reason))(),
      released: once(() => this.#onRelease(permission)),
    };
    if (this.#state === 'halfOpen') this.#trial = permission;
    return permission;
  }

  /** Ends the open time: it is over, or a person asks for a trial now. */
  halfOpen(): void {
    if (this.#state !== 'open') return;
    this.#state = 'halfOpen';
    this.#events.onHalfOpen();
  }

  /** Any success closes the circuit, even of a request that was sent before it opened: the host is alive. */
  #onSuccess(): void {
    const wasClosed = this.#state === 'closed';
    this.#state = 'closed';
    this.#failures = 0;
    this.#openMs = 0;
    this.#trial = null;
    if (!wasClosed) this.#events.onReset();
  }

  #onFailure(permission: CircuitPermission, reason: string): void {
    const isTrial = this.#trial === permission;
    // A failure of a request that was sent before the circuit opened is no news.
    if (this.#state !== 'closed' && !isTrial) return;
    this.#failures += 1;
    this.#reason = reason;
    this.#trial = null;
    if (!isTrial && this.#failures < FAILURE_THRESHOLD) return;
    this.#openMs = this.#openMs === 0 ? MIN_OPEN_MS : Math.min(MAX_OPEN_MS, 2 * this.#openMs);
    this.#state = 'open';
    this.#events.onBreak(this.#openMs);
  }

  #onRelease(permission: CircuitPermission): void {
    if (this.#trial !== permission) return;
    this.#trial = null;
    this.#events.onHalfOpen();
  }
}

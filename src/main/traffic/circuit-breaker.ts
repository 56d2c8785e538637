/**
 * Whether a host may be asked: a circuit breaker as a pure state machine, without a clock and without waiting. After some failures in a row
 * the host rests; then one request tries it, and its end decides. An answer of any kind but 5xx closes it again, whoever got it.
 */

/** Failures in a row after which a host is left alone. */
export const FAILURE_THRESHOLD = 5;
/** How long it is left alone at first; each try that fails doubles it. Milliseconds of the connection's clock. */
export const MIN_OPEN_MS = 10_000;
export const MAX_OPEN_MS = 120_000;

/** `closed`: all may pass. `resting`: none. `ready`: its rest is over, the next one tries it. `trying`: that one is under way. */
export type CircuitState = 'closed' | 'resting' | 'ready' | 'trying';

/** Leave to send one request. Exactly one of `answered`, `failed` and `withdrawn` ends it; further calls do nothing. */
export interface CircuitPermission {
  /** The host answered, with any status but 5xx. */
  succeeded(): void;
  /** It answered 5xx or not at all; `reason` continues "it failed (…)". */
  failed(reason: string): void;
  /** The request ended without telling anything about the host: it was taken back. */
  released(): void;
}

/** Told when the host begins to rest for so long, and when anybody may go on: the state is no longer `resting` or `trying`. */
export interface CircuitBreakerEvents {
  onBreak(restMs: number): void;
  onPassable(): void;
}

export class CircuitBreaker {
  readonly #events: CircuitBreakerEvents;
  #state: CircuitState = 'closed';
  #failures = 0;
  #openMs = 0;
  #reason = '';
  /** The pass that tries the host, so that older ones cannot end its try. */
  #trial: CircuitPermission | null = null;

  constructor(events: CircuitBreakerEvents) {
    this.#events = events;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** Failures in a row so far. */
  get failures(): number {
    return this.#failures;
  }

  /** Why the last one failed. */
  get reason(): string {
    return this.#reason;
  }

  /** A request is about to be sent; `null` when it may not be. */
  tryAcquire(): CircuitPermission | null {
    if (this.#state === 'resting' || this.#state === 'trying') return null;
    let open = true;
    const once = (end: () => void) => () => {
      if (!open) return;
      open = false;
      end();
    };
    const pass: CircuitPermission = {
      succeeded: once(() => this.#onSuccess()),
      failed: (reason) => once(() => this.#onFailure(pass, reason))(),
      released: once(() => this.#onRelease(pass)),
    };
    if (this.#state === 'ready') {
      this.#state = 'trying';
      this.#trial = pass;
    }
    return pass;
  }

  /** The rest is over, by time or because a person wants it tried now. */
  halfOpen(): void {
    if (this.#state !== 'resting') return;
    this.#state = 'ready';
    this.#events.onPassable();
  }

  #onSuccess(): void {
    const wasClosed = this.#state === 'closed';
    this.#state = 'closed';
    this.#failures = 0;
    this.#openMs = 0;
    this.#trial = null;
    if (!wasClosed) this.#events.onPassable();
  }

  #onFailure(pass: CircuitPermission, reason: string): void {
    const isTrial = this.#trial === pass;
    // One that was sent before the host began to rest tells nothing new.
    if (this.#state !== 'closed' && !isTrial) return;
    this.#failures += 1;
    this.#reason = reason;
    this.#trial = null;
    if (!isTrial && this.#failures < FAILURE_THRESHOLD) return;
    this.#openMs = this.#openMs === 0 ? MIN_OPEN_MS : Math.min(MAX_OPEN_MS, 2 * this.#openMs);
    this.#state = 'resting';
    this.#events.onBreak(this.#openMs);
  }

  #onRelease(pass: CircuitPermission): void {
    if (this.#trial !== pass) return;
    this.#trial = null;
    this.#state = 'ready';
    this.#events.onPassable();
  }
}

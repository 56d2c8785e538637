/**
 * Whether a host may be asked: a circuit breaker as a pure state machine, without a clock and without waiting. After some failures in a row
 * the host rests; then one request tries it, and its end decides. An answer of any kind but 5xx closes it again, whoever got it.
 */

/** Failures in a row after which a host is left alone. */
export const FAILURES_TO_REST = 5;
/** How long it is left alone at first; each try that fails doubles it. Milliseconds of the connection's clock. */
export const FIRST_REST_MS = 10_000;
export const LONGEST_REST_MS = 120_000;

/** `closed`: all may pass. `resting`: none. `ready`: its rest is over, the next one tries it. `trying`: that one is under way. */
export type BreakerState = 'closed' | 'resting' | 'ready' | 'trying';

/** Leave to send one request. Exactly one of `answered`, `failed` and `withdrawn` ends it; further calls do nothing. */
export interface Pass {
  /** The host answered, with any status but 5xx. */
  answered(): void;
  /** It answered 5xx or not at all; `reason` continues "it failed (…)". */
  failed(reason: string): void;
  /** The request ended without telling anything about the host: it was taken back. */
  withdrawn(): void;
}

/** Told when the host begins to rest for so long, and when anybody may go on: the state is no longer `resting` or `trying`. */
export interface BreakerEvents {
  rests(restMs: number): void;
  opens(): void;
}

export class Breaker {
  readonly #events: BreakerEvents;
  #state: BreakerState = 'closed';
  #failures = 0;
  #restMs = 0;
  #reason = '';
  /** The pass that tries the host, so that older ones cannot end its try. */
  #trial: Pass | null = null;

  constructor(events: BreakerEvents) {
    this.#events = events;
  }

  get state(): BreakerState {
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
  enter(): Pass | null {
    if (this.#state === 'resting' || this.#state === 'trying') return null;
    let open = true;
    const once = (end: () => void) => () => {
      if (!open) return;
      open = false;
      end();
    };
    const pass: Pass = {
      answered: once(() => this.#answered()),
      failed: (reason) => once(() => this.#failed(pass, reason))(),
      withdrawn: once(() => this.#withdrawn(pass)),
    };
    if (this.#state === 'ready') {
      this.#state = 'trying';
      this.#trial = pass;
    }
    return pass;
  }

  /** The rest is over, by time or because a person wants it tried now. */
  rested(): void {
    if (this.#state !== 'resting') return;
    this.#state = 'ready';
    this.#events.opens();
  }

  #answered(): void {
    const wasClosed = this.#state === 'closed';
    this.#state = 'closed';
    this.#failures = 0;
    this.#restMs = 0;
    this.#trial = null;
    if (!wasClosed) this.#events.opens();
  }

  #failed(pass: Pass, reason: string): void {
    const isTrial = this.#trial === pass;
    // One that was sent before the host began to rest tells nothing new.
    if (this.#state !== 'closed' && !isTrial) return;
    this.#failures += 1;
    this.#reason = reason;
    this.#trial = null;
    if (!isTrial && this.#failures < FAILURES_TO_REST) return;
    this.#restMs = this.#restMs === 0 ? FIRST_REST_MS : Math.min(LONGEST_REST_MS, 2 * this.#restMs);
    this.#state = 'resting';
    this.#events.rests(this.#restMs);
  }

  #withdrawn(pass: Pass): void {
    if (this.#trial !== pass) return;
    this.#trial = null;
    this.#state = 'ready';
    this.#events.opens();
  }
}

/** Converts between the limiter's time and the engine's, by the recent call with the shortest round trip. */

/** The number of recent calls that are compared. A quartz clock drifts by less than 2 ms within them. */
const CALLS = 16;
/** The guard for the granularity of clocks, and the share of a round trip by which its midpoint may be wrong in either direction. */
const GUARD_MS = 10;
const UNCERTAIN_SHARE = 0.1;
/** The spread that timers cause, and the maximum spread that counts, because a stalled call measures nothing. */
const TIMER_MS = 2;
const MAX_SPREAD_MS = 25;

interface EngineCall {
  /** The engine's time minus the limiter's. */
  readonly offset: number;
  readonly roundTripMs: number;
}

export class EngineTime {
  #calls: EngineCall[] = [];

  /** Records a call: when it was sent and answered, and the engine's instant in its reply. */
  record(sentAt: number, answeredAt: number, engineNow: number): void {
    this.#calls.push({ offset: engineNow - (sentAt + answeredAt) / 2, roundTripMs: answeredAt - sentAt });
    if (this.#calls.length > CALLS) this.#calls.shift();
  }

  /** Discards all calls, because the engine's time may have changed. */
  forget(): void {
    this.#calls = [];
  }

  /** Whether the engine's time is known. */
  get isKnown(): boolean {
    return this.#calls.length > 0;
  }

  get roundTripMs(): number {
    return this.#best?.roundTripMs ?? 0;
  }

  /** The time in ms by which the arrivals of two desktops may be closer than computed. */
  get guardMs(): number {
    return GUARD_MS + UNCERTAIN_SHARE * this.roundTripMs;
  }

  /** The time in ms by which a call usually takes longer than half of the shortest round trip. */
  get spreadMs(): number {
    const longest = Math.max(0, ...this.#calls.map(({ roundTripMs }) => roundTripMs));
    return TIMER_MS + Math.min(MAX_SPREAD_MS, (longest - this.roundTripMs) / 2);
  }

  toEngine(instant: number): number {
    return instant + (this.#best?.offset ?? 0);
  }

  toLimiter(instant: number): number {
    return instant - (this.#best?.offset ?? 0);
  }

  get #best(): EngineCall | undefined {
    return this.#calls.reduce<EngineCall | undefined>(
      (best, call) => (best && best.roundTripMs <= call.roundTripMs ? best : call),
      undefined,
    );
  }
}

/** A clock that moves only when a test moves it, so that nothing sleeps. */
import type { Clock } from '../../src/main/platform/ports.ts';

interface Alarm {
  at: number;
  readonly run: () => void;
}
const earlier = (one: Alarm | null, other: Alarm): Alarm => (one && one.at <= other.at ? one : other);

export class ManualClock implements Clock {
  #now: number;
  /** In the order in which they were set. */
  readonly #alarms: Alarm[] = [];

  constructor(now = Date.UTC(2026, 10, 21, 9, 0, 0)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  face() {
    return { anchorMachine: this.#now, anchorVirtual: this.#now, rate: 1 };
  }

  after(delayMs: number, run: () => void): () => void {
    const alarm = { at: this.#now + Math.max(0, delayMs), run };
    this.#alarms.push(alarm);
    return () => this.#remove(alarm);
  }

  /** The number of alarms that have not rung. */
  get pending(): number {
    return this.#alarms.length;
  }

  /** Advances by `ms`; rings alarms in order and lets promises settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    await this.#ringUntil(end);
    this.#now = end;
    await settle();
  }

  async #ringUntil(end: number): Promise<void> {
    for (let next = this.#next(); next && next.at <= end; next = this.#next()) {
      this.#remove(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settle();
    }
  }

  #remove(alarm: Alarm): void {
    const at = this.#alarms.indexOf(alarm);
    if (at >= 0) this.#alarms.splice(at, 1);
  }

  /** The alarm that rings next; of several at one instant the one that was set first. */
  #next(): Alarm | null {
    return this.#alarms.reduce<Alarm | null>(earlier, null);
  }

  /** Sets the clock, as a person or NTP would; no alarm rings. Set back, it delays none: a timer counts elapsed time. */
  jumpTo(instant: number): void {
    for (const alarm of this.#alarms) alarm.at += Math.min(0, instant - this.#now);
    this.#now = instant;
  }

  /** Advances from alarm to alarm until `promise` settles; throws when no alarm is left. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false;
    promise.then(
      () => (settled = true),
      () => (settled = true),
    );
    for (let turn = 0; turn < 1_000_000; turn += 1) {
      await settle();
      if (settled) return promise;
      const next = this.#next();
      if (next) await this.#ringUntil(Math.max(this.#now, next.at));
      else {
        await settle();
        if (!settled && this.#alarms.length === 0) throw new Error('nothing is left to wait for');
      }
    }
    throw new Error('the promise did not settle in a million alarms');
  }
}

/** Lets chains of promises run: Node begins an immediate when no promise is left to continue. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

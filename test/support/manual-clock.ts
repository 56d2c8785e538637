/** A clock that moves only when a test moves it, so that nothing sleeps. */
import type { Clock } from '../../src/main/platform/ports.ts';

export class ManualClock implements Clock {
  #now: number;
  #alarms: { at: number; order: number; run: () => void }[] = [];
  #order = 0;

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
    const alarm = { at: this.#now + Math.max(0, delayMs), order: this.#order++, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** The number of alarms that have not rung. */
  get pending(): number {
    return this.#alarms.length;
  }

  /** Advances by `ms`; rings alarms in order and lets promises settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#alarms.filter((alarm) => alarm.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** Sets the clock, as a person or NTP would; no alarm rings. */
  jumpTo(instant: number): void {
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
      const at = Math.min(...this.#alarms.map((alarm) => alarm.at));
      if (!Number.isFinite(at)) {
        await new Promise((resolve) => setImmediate(resolve));
        if (!settled && this.#alarms.length === 0) throw new Error('nothing is left to wait for');
        continue;
      }
      await this.advance(Math.max(0, at - this.#now));
    }
    throw new Error('the promise did not settle in a million alarms');
  }
}

/** Lets chains of promises run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

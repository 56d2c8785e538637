/**
 * A clock for tests in which client and server share one process and run in real time. While other processes have the cores, it almost
 * stops, so that a busy machine makes no request late.
 */
import type { Clock } from '../../src/main/platform/ports.ts';

const TICK_MS = 2;
/** The maximum that passes between two reads. */
const MAX_STEP_MS = 6;

export class FairClock implements Clock {
  readonly monotonic = (): number => this.#read();
  readonly #ticking: NodeJS.Timeout;
  #now = Date.now();
  #readAt = performance.now();

  constructor() {
    this.#ticking = setInterval(() => this.#read(), TICK_MS);
    this.#ticking.unref();
  }

  now(): number {
    return Math.floor(this.#read());
  }

  after(delayMs: number, run: () => void): () => void {
    const due = this.#read() + Math.max(0, delayMs);
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(() => (this.#read() < due ? arm() : run()), Math.max(0, due - this.#now));
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  }

  face() {
    return { anchorMachine: 0, anchorVirtual: 0, rate: 1 };
  }

  stop(): void {
    clearInterval(this.#ticking);
  }

  #read(): number {
    const at = performance.now();
    this.#now += Math.min(MAX_STEP_MS, at - this.#readAt);
    this.#readAt = at;
    return this.#now;
  }
}

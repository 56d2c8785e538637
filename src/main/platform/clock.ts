/** The machine's clock, and a clock that runs at an adjustable rate (for the sandbox). */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { Emitter } from './emitter.ts';
import type { Clock } from './ports.ts';

/** The longest timer of Node; a longer wait uses several timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const machineClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    let timer: NodeJS.Timeout;
    const arm = (leftMs: number) => {
      const pieceMs = Math.min(Math.max(0, leftMs), MAX_TIMER_MS);
      timer = setTimeout(() => (leftMs > pieceMs ? arm(leftMs - pieceMs) : run()), pieceMs);
      timer.unref();
    };
    arm(delayMs);
    return () => clearTimeout(timer);
  },
  face: () => ({ anchorMachine: 0, anchorVirtual: 0, rate: 1 }),
};

/** Returns the machine's monotonic clock, in ms since the start. Setting the machine's clock does not move it; it may stand still during sleep. */
export const machineMonotonic = (): number => performance.now();

interface Alarm {
  at: number;
  run: () => void;
  cancel: () => void;
}

/** A clock that follows `base` at a rate that can change; pending alarms are rescheduled when the rate changes. */
export class AdjustableClock implements Clock {
  readonly #base: Clock;
  readonly #changed = new Emitter<ClockFace>();
  readonly #alarms = new Set<Alarm>();
  #face: ClockFace;

  constructor(base: Clock, face: ClockFace = { anchorMachine: base.now(), anchorVirtual: base.now(), rate: 1 }) {
    this.#base = base;
    this.#face = face;
  }

  now(): number {
    return this.#face.anchorVirtual + (this.#base.now() - this.#face.anchorMachine) * this.#face.rate;
  }

  face(): ClockFace {
    return this.#face;
  }

  after(delayMs: number, run: () => void): () => void {
    const alarm: Alarm = { at: this.now() + Math.max(0, delayMs), run, cancel: () => {} };
    this.#alarms.add(alarm);
    this.#arm(alarm);
    return () => {
      alarm.cancel();
      this.#alarms.delete(alarm);
    };
  }

  /** Makes the clock run `rate` seconds per second of the base clock from now on. */
  setRate(rate: number): void {
    this.#set({ anchorMachine: this.#base.now(), anchorVirtual: this.now(), rate });
  }

  skip(deltaMs: number): void {
    this.#set({ anchorMachine: this.#base.now(), anchorVirtual: this.now() + deltaMs, rate: this.#face.rate });
  }

  onChanged(listener: (face: ClockFace) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  #set(face: ClockFace): void {
    this.#face = face;
    for (const alarm of this.#alarms) {
      alarm.cancel();
      this.#arm(alarm);
    }
    this.#changed.emit(face);
  }

  #arm(alarm: Alarm): void {
    alarm.cancel = this.#base.after(Math.max(0, alarm.at - this.now()) / this.#face.rate, () => {
      this.#alarms.delete(alarm);
      alarm.run();
    });
  }
}

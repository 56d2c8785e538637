/** The machine's clock, and a clock derived from another one that runs faster (the sandbox's, spec-less: a development aid). */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { Emitter } from './emitter.ts';
import type { Clock } from './ports.ts';

/** Node refuses longer timers; longer waits are cut into pieces. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** This machine's clock. */
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

/** Milliseconds since the start that only grow, however this machine's clock is set; they may stand still while it sleeps. */
export const machineMonotonic = (): number => performance.now();

interface Alarm {
  at: number;
  run: () => void;
  cancel: () => void;
}

/** A clock that follows `base` at a rate which can change while it runs. Waiting alarms are set anew when it does. */
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

  /** Lets time go on from now at `rate` seconds per second of the base clock. */
  setRate(rate: number): void {
    this.#set({ anchorMachine: this.#base.now(), anchorVirtual: this.now(), rate });
  }

  /** Moves the clock by `deltaMs` at once. */
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

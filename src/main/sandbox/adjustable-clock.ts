/** The sandbox's clock, which runs at an adjustable rate. */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock } from '../platform/ports.ts';

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

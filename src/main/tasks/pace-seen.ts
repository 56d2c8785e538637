/** How fast steps really end, on a clock that may be moved or run at another rate: then what was seen before says nothing any more. */
import { type ClockFace, readClock } from '../../shared/model/primitives.ts';
import type { Clock } from '../platform/ports.ts';

const REMEMBERED = 40;
const ENOUGH = 12;
/** A measurement of the service's clock moves ours a little; more than this is a jump. */
const JUMP_MS = 2_000;

export class PaceSeen {
  readonly #clock: Clock;
  /** The machine's clock. */
  readonly #machine: Clock;
  #face: ClockFace;
  #ends: number[] = [];

  constructor(clock: Clock, machine: Clock) {
    this.#clock = clock;
    this.#machine = machine;
    this.#face = clock.face();
  }

  /** Steps begin anew, after a pause. */
  restart(): void {
    this.#ends = [];
    this.#face = this.#clock.face();
  }

  ended(): void {
    this.#heedClock();
    this.#ends.push(this.#clock.now());
    if (this.#ends.length > REMEMBERED) this.#ends.shift();
  }

  /** Milliseconds of the connection's clock from the end of one step to the next; `null` while too few were seen. */
  intervalMs(): number | null {
    this.#heedClock();
    const [first, last] = [this.#ends[0], this.#ends.at(-1)];
    if (first === undefined || last === undefined || this.#ends.length < ENOUGH) return null;
    return Math.max(0, last - first) / (this.#ends.length - 1);
  }

  #heedClock(): void {
    const face = this.#clock.face();
    const machineNow = this.#machine.now();
    const movedMs = Math.abs(readClock(face, machineNow) - readClock(this.#face, machineNow));
    if (face.rate !== this.#face.rate || movedMs > JUMP_MS * face.rate) this.#ends = [];
    this.#face = face;
  }
}

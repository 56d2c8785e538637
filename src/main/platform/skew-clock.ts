/**
 * The time of a service, kept on a machine whose clock may be wrong: measured from the Date header of answers, and held steady when the
 * machine's clock is set while the console runs. Only sleep may take time away, and is told of.
 */
import type { ClockFace } from '../../shared/model/primitives.ts';
import { Emitter } from './emitter.ts';
import type { Clock, Subscribable } from './ports.ts';

/** How far the service is ahead of the machine, and when (on the service's time) that was measured. */
export interface MeasuredSkew {
  readonly offsetMs: number;
  readonly measuredAt: number;
}

export interface SkewClockOptions {
  readonly machine: Clock;
  /** Milliseconds that only grow, however the machine's clock is set; they may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** What was measured before a restart. */
  readonly known: MeasuredSkew | null;
}

/** A measurement moved the time by `byMs`. */
export interface SkewMoved {
  readonly byMs: number;
  /** It was the first one of this process: what was noted before in it was noted on a time that was off by so much. */
  readonly first: boolean;
  /** There never was one before, so that this is true of everything ever noted. */
  readonly firstEver: boolean;
}

/** Less than this is jitter: of the network, of a Date of whole seconds, of a clock that is being disciplined. */
const JITTER_MS = 2_000;
/** A Date header tells whole seconds. */
const DATE_RESOLUTION_MS = 999;
/** How long after a jump of the machine's clock it may turn out to have been sleep. */
const MAX_WAKE_DELAY_MS = 5 * 60_000;
/** No service lives outside of these: a Date beyond is broken. */
const [EARLIEST, LATEST] = [Date.UTC(2020, 0), Date.UTC(2100, 0)];

export class SkewClock implements Clock {
  readonly #machine: Clock;
  readonly #monotonic: () => number;
  readonly #changed = new Emitter<void>();
  readonly #moved = new Emitter<SkewMoved>();
  #offsetMs: number;
  #measuredAt: number | null;
  #fresh = false;
  #movedMs = 0;
  #sleptMs = 0;
  #anchor: { machine: number; steady: number };
  /** Forward jumps of the machine's clock that were not followed. */
  #absorbedJumps: { ms: number; steady: number }[] = [];
  #isPublished = true;

  constructor({ machine, monotonic: steady, known }: SkewClockOptions) {
    this.#machine = machine;
    this.#monotonic = steady;
    this.#offsetMs = known?.offsetMs ?? 0;
    this.#measuredAt = known?.measuredAt ?? null;
    this.#anchor = { machine: machine.now(), steady: steady() };
  }

  /** The offset or its measurement is another one; after the work that caused it. */
  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /** A measurement moved the time; at once, so that what was noted before can be moved along. */
  get moved(): Subscribable<SkewMoved> {
    return this.#moved;
  }

  /** By how much measurements moved the time, in all. */
  get movedMs(): number {
    return this.#movedMs;
  }

  /** The offset was measured by this process; what was known before is stale. */
  get fresh(): boolean {
    return this.#fresh;
  }

  get measured(): MeasuredSkew | null {
    this.#absorbJump();
    return this.#measuredAt === null ? null : { offsetMs: this.#offsetMs, measuredAt: this.#measuredAt };
  }

  now(): number {
    this.#absorbJump();
    return this.#machine.now() + this.#offsetMs;
  }

  /** Milliseconds that really passed since some instant, sleep included: no clock that is set and no measurement moves them. */
  elapsed(): number {
    return this.#monotonic() + this.#sleptMs;
  }

  face(): ClockFace {
    this.#absorbJump();
    return { anchorMachine: 0, anchorVirtual: this.#offsetMs, rate: 1 };
  }

  /** A wait is a length of time: it is neither cut short nor drawn out when the time turns out to be another one. */
  after(delayMs: number, run: () => void): () => void {
    return this.#machine.after(delayMs, run);
  }

  /** A request leaves now; what is returned takes the Date (epoch ms) of its answer when that came. */
  departs(): (serverDate: number) => void {
    const sentAt = this.now();
    const movedMs = this.#movedMs;
    return (serverDate) => this.#measure(serverDate, sentAt + this.#movedMs - movedMs);
  }

  /** The machine slept: what looked like a jump of its clock was time. */
  onWake(): void {
    const { machine, steady } = { machine: this.#machine.now(), steady: this.#monotonic() };
    const jumpMs = machine - this.#anchor.machine - (steady - this.#anchor.steady);
    if (jumpMs > 0) {
      this.#anchor = { machine, steady };
      this.#sleptMs += jumpMs;
    }
    this.#absorbJump();
    const given = this.#absorbedJumps
      .filter((it) => steady - it.steady < MAX_WAKE_DELAY_MS)
      .reduce((sum, { ms }) => sum + ms, 0);
    this.#absorbedJumps = [];
    this.#offsetMs += given;
    this.#sleptMs += given;
    this.#publishChange();
  }

  /**
   * The service's time lay between sending and receiving. When that cannot be by more than jitter, the middle is taken for where it
   * was: half the round trip is the most that this can be wrong.
   */
  #measure(serverDate: number, sentAt: number): void {
    if (serverDate < EARLIEST || serverDate > LATEST) return;
    const receivedAt = this.now();
    const [least, most] = [serverDate - receivedAt, serverDate + DATE_RESOLUTION_MS - sentAt];
    const agrees = least <= JITTER_MS && most >= -JITTER_MS;
    const byMs = agrees ? 0 : Math.round((least + most) / 2);
    const moved = { byMs, first: !this.#fresh, firstEver: this.#measuredAt === null };
    this.#offsetMs += byMs;
    this.#movedMs += byMs;
    this.#absorbedJumps = [];
    this.#fresh = true;
    this.#measuredAt = this.now();
    if (byMs !== 0) this.#moved.emit(moved);
    if (byMs !== 0 || moved.first) this.#publishChange();
  }

  /** Leaves a jump of the machine's clock behind. */
  #absorbJump(): void {
    const anchor = { machine: this.#machine.now(), steady: this.#monotonic() };
    const jumpMs = anchor.machine - this.#anchor.machine - (anchor.steady - this.#anchor.steady);
    this.#anchor = anchor;
    if (Math.abs(jumpMs) <= JITTER_MS) return;
    this.#offsetMs -= jumpMs;
    if (jumpMs > 0) this.#absorbedJumps.push({ ms: jumpMs, steady: anchor.steady });
    this.#publishChange();
  }

  /** Time is read in the middle of other work, which must not be told of a change before it is done. */
  #publishChange(): void {
    if (!this.#isPublished) return;
    this.#isPublished = false;
    queueMicrotask(() => {
      this.#isPublished = true;
      this.#changed.emit();
    });
  }
}

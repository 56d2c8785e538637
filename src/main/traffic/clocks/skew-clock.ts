/**
 * A clock that shows a service's time on a machine whose own clock may be wrong. The Date headers of answers measure it. It does not follow when a
 * person sets the machine's clock while the console runs; it follows after sleep, which the caller reports.
 */

import type { ClockFace } from '../../../shared/model/primitives.ts';
import { MINUTE_MS } from '../../../shared/time/units.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Subscribable } from '../../platform/ports.ts';

/** A measured clock skew. `offsetMs`: how far the service's clock is ahead of the machine's. `measuredAt`: epoch ms of the service's time. */
export interface MeasuredSkew {
  readonly offsetMs: number;
  readonly measuredAt: number;
}

export interface SkewClockOptions {
  readonly machine: Clock;
  /** The machine's monotonic clock, ms; it may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** The measurement of an earlier run, or null. */
  readonly known: MeasuredSkew | null;
}

export interface SkewMoved {
  readonly byMs: number;
  /** True for the first measurement of this process: instants that the process recorded before are wrong by `byMs`. */
  readonly first: boolean;
  /** True for the first measurement ever: all recorded instants are wrong by `byMs`. */
  readonly firstEver: boolean;
}

/** The difference up to which clocks agree. The network, a Date in whole seconds and an adjustment by NTP cause it. */
const JITTER_MS = 2_000;
/** The resolution of a Date header: the true time is later by up to this. */
const DATE_RESOLUTION_MS = 999;
/** The number of consecutive answers whose disagreement with the confirmed offset moves the clock; fewer may come from one back end. */
const MIN_DISAGREEING = 20;
/** The instants between which a Date is credible; any other Date is broken. */
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
  #anchor: { machine: number; monotonic: number };
  /** Forward jumps of the machine's clock that this clock did not follow. */
  #absorbedJumps: { ms: number; monotonic: number }[] = [];
  #isPublished = true;
  /** The round trip of the answer that confirmed the offset since the machine's clock last jumped, in ms. */
  #confirmedMs = Number.POSITIVE_INFINITY;
  /** The number of consecutive answers that disagreed with the confirmed offset. */
  #disagreeing = 0;

  constructor({ machine, monotonic, known }: SkewClockOptions) {
    this.#machine = machine;
    this.#monotonic = monotonic;
    this.#offsetMs = known?.offsetMs ?? 0;
    this.#measuredAt = known?.measuredAt ?? null;
    this.#anchor = { machine: machine.now(), monotonic: monotonic() };
  }

  /** Emits when the offset or its measurement changed; in a microtask, after the work that caused the change. */
  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /** Emits when a measurement moved the clock; at once, so that recorded instants can be corrected. */
  get moved(): Subscribable<SkewMoved> {
    return this.#moved;
  }

  /** The sum of all corrections by measurements, in ms. */
  get movedMs(): number {
    return this.#movedMs;
  }

  /** Whether this process has measured the offset. */
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

  /** Milliseconds since an arbitrary instant, sleep included. Neither setting the machine's clock nor a measurement moves them. */
  elapsed(): number {
    return this.#monotonic() + this.#sleptMs;
  }

  face(): ClockFace {
    this.#absorbJump();
    return { anchorMachine: 0, anchorVirtual: this.#offsetMs, rate: 1 };
  }

  /** Calls `run` after `delayMs` of real time, even if a measurement moves the clock meanwhile. */
  after(delayMs: number, run: () => void): () => void {
    return this.#machine.after(delayMs, run);
  }

  /** Begins the round trip of a request that is sent now; the returned function takes the Date of its answer, epoch ms. */
  beginRoundTrip(): (serverDate: number) => void {
    const sentAt = this.now();
    const movedMs = this.#movedMs;
    return (serverDate) => this.#measure(serverDate, sentAt + this.#movedMs - movedMs);
  }

  /** Counts the last forward jump of the machine's clock as time that passed, because the machine slept. */
  onWake(): void {
    const { machine, monotonic } = { machine: this.#machine.now(), monotonic: this.#monotonic() };
    const jumpMs = machine - this.#anchor.machine - (monotonic - this.#anchor.monotonic);
    if (jumpMs > 0) {
      this.#anchor = { machine, monotonic };
      this.#sleptMs += jumpMs;
    }
    this.#absorbJump();
    const absorbedMs = this.#absorbedJumps
      // A wake that is reported later does not explain the jump.
      .filter((it) => monotonic - it.monotonic < 5 * MINUTE_MS)
      .reduce((sum, { ms }) => sum + ms, 0);
    this.#absorbedJumps = [];
    this.#confirmedMs = Number.POSITIVE_INFINITY;
    this.#offsetMs += absorbedMs;
    this.#sleptMs += absorbedMs;
    this.#publishChange();
  }

  /**
   * Measures the offset by the Date of an answer. If the clocks disagree by more than jitter, this clock moves so that the Date is in the middle of
   * the round trip; the error is then at most half a round trip. A confirmed clock ignores small disagreements until they last, because the servers
   * of a service may have different clocks.
   */
  #measure(serverDate: number, sentAt: number): void {
    if (serverDate < EARLIEST || serverDate > LATEST) return;
    const receivedAt = this.now();
    const [least, most] = [serverDate - receivedAt, serverDate + DATE_RESOLUTION_MS - sentAt];
    const agrees = least <= JITTER_MS && most >= -JITTER_MS;
    const byMs = agrees ? 0 : Math.round((least + most) / 2);
    const roundTripMs = receivedAt - sentAt;
    const isQuick = roundTripMs <= JITTER_MS;
    const isBetter = this.#confirmedMs > JITTER_MS && (isQuick || roundTripMs < this.#confirmedMs / 2);
    // The back ends of one service differ less: a larger difference means that a clock was moved.
    if (!agrees && !isBetter && Math.abs(byMs) <= 5 * MINUTE_MS) {
      this.#disagreeing += 1;
      if (this.#disagreeing < MIN_DISAGREEING) return;
    }
    if (isQuick || isBetter || !agrees) this.#confirmedMs = roundTripMs;
    // A slow answer is compatible with many offsets, so its agreement proves little.
    if (isQuick || roundTripMs < 2 * this.#confirmedMs) this.#disagreeing = 0;
    const moved = { byMs, first: !this.#fresh, firstEver: this.#measuredAt === null };
    this.#offsetMs += byMs;
    this.#movedMs += byMs;
    this.#absorbedJumps = [];
    this.#fresh = true;
    this.#measuredAt = this.now();
    if (byMs !== 0) this.#moved.emit(moved);
    if (byMs !== 0 || moved.first) this.#publishChange();
  }

  /** Changes the offset so that a jump of the machine's clock does not show. */
  #absorbJump(): void {
    const anchor = { machine: this.#machine.now(), monotonic: this.#monotonic() };
    const jumpMs = anchor.machine - this.#anchor.machine - (anchor.monotonic - this.#anchor.monotonic);
    this.#anchor = anchor;
    if (Math.abs(jumpMs) <= JITTER_MS) return;
    this.#confirmedMs = Number.POSITIVE_INFINITY;
    this.#offsetMs -= jumpMs;
    if (jumpMs > 0) this.#absorbedJumps.push({ ms: jumpMs, monotonic: anchor.monotonic });
    this.#publishChange();
  }

  /** Calls the listeners in a microtask, because the clock may be read in the middle of other work. */
  #publishChange(): void {
    if (!this.#isPublished) return;
    this.#isPublished = false;
    queueMicrotask(() => {
      this.#isPublished = true;
      this.#changed.emit();
    });
  }
}

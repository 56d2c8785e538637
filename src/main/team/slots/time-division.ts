/** The instants at which one desktop may send while the engine does not answer: every sixteenth instant of a grid in the engine's time. */
import { GRID, KEPT_MS, SEATS } from './slot-script.ts';

/** The maximum delay in ms with which an instant may be used. */
const LATE_MS = 20;

export class TimeDivision {
  /** The index of the last used instant in the grid. */
  #used = Number.NEGATIVE_INFINITY;

  /**
   * The next instant of a seat from `now` on, in the engine's time; null without a seat. Bulk requests get none after `KEPT_MS` without the engine, which no longer
   * reserves them then.
   */
  next(
    seat: number,
    period: number,
    now: number,
    awayMs: number,
    isClick: boolean,
  ): { readonly at: number; readonly index: number } | null {
    if (seat < 0 || (!isClick && awayMs > KEPT_MS)) return null;
    const step = GRID * period;
    const earliest = Math.ceil(((now - LATE_MS) / step - seat) / SEATS) * SEATS + seat;
    const index = Math.max(earliest, this.#used + SEATS);
    return { at: index * step, index };
  }

  use(index: number): void {
    this.#used = index;
  }
}

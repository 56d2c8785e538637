/** The instants that one desktop alone may use while the engine does not answer: every sixteenth of a grid in the engine's time. */
import { GRID, KEPT_MS, SEATS } from './slot-script.ts';

/** How late an instant may still be used. */
const LATE_MS = 20;

export class TimeDivision {
  /** The last used instant, by its number in the grid. */
  #used = Number.NEGATIVE_INFINITY;

  /**
   * The next instant of a seat at `now`, in the engine's time. Bulk work gets none after `KEPT_MS` without the engine, which then no longer keeps them
   * free.
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

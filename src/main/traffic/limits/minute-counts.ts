import { HISTORY_MINUTES } from '../../../shared/model/rates.ts';

const MINUTE_MS = 60_000;

/** Counts the requests sent in each of the last minutes, on the connection's clock. */
export class MinuteCounts {
  /** The counts by the number of the minute since the epoch. */
  readonly #counts = new Map<number, number>();

  add(at: number, count = 1): void {
    const minute = Math.floor(at / MINUTE_MS);
    this.#counts.set(minute, (this.#counts.get(minute) ?? 0) + count);
    if (this.#counts.size <= 2 * HISTORY_MINUTES) return;
    for (const known of this.#counts.keys()) if (known <= minute - HISTORY_MINUTES) this.#counts.delete(known);
  }

  /** The counts of the last 60 minutes, the current one last; minutes in the future (after the clock was set back) are left out. */
  lastHour(now: number): number[] {
    const current = Math.floor(now / MINUTE_MS);
    return Array.from(
      { length: HISTORY_MINUTES },
      (_, index) => this.#counts.get(current - HISTORY_MINUTES + 1 + index) ?? 0,
    );
  }

  /** When `lastHour` changes by time alone; `null` when all counts are zero. */
  nextChangeAt(now: number): number | null {
    const current = Math.floor(now / MINUTE_MS);
    return [...this.#counts.keys()].some((minute) => isInHour(minute, current)) ? (current + 1) * MINUTE_MS : null;
  }

  /** The minutes of the last hour, as instants, with their counts. */
  entries(now: number): [at: number, count: number][] {
    const current = Math.floor(now / MINUTE_MS);
    return [...this.#counts]
      .filter(([minute]) => isInHour(minute, current))
      .map(([minute, count]) => [minute * MINUTE_MS, count]);
  }
}

const isInHour = (minute: number, current: number): boolean => minute <= current && minute > current - HISTORY_MINUTES;

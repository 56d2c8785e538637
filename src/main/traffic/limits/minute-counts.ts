/** How many requests were sent in each of the last minutes, on the connection's clock. */
import { HISTORY_MINUTES } from '../../../shared/model/rates.ts';

const MINUTE_MS = 60_000;

export class MinuteCounts {
  /** By the number of the minute since the epoch. */
  readonly #counts = new Map<number, number>();

  add(at: number, count = 1): void {
    const minute = Math.floor(at / MINUTE_MS);
    this.#counts.set(minute, (this.#counts.get(minute) ?? 0) + count);
    if (this.#counts.size <= 2 * HISTORY_MINUTES) return;
    for (const known of this.#counts.keys()) if (known <= minute - HISTORY_MINUTES) this.#counts.delete(known);
  }

  /** The last 60, the running one last. What lies in the future (the clock was set back) is not shown. */
  lastHour(now: number): number[] {
    const running = Math.floor(now / MINUTE_MS);
    return Array.from(
      { length: HISTORY_MINUTES },
      (_, index) => this.#counts.get(running - HISTORY_MINUTES + 1 + index) ?? 0,
    );
  }

  /** When what `lastHour` gives changes by time alone; `null` when it is all zero. */
  nextChangeAt(now: number): number | null {
    const running = Math.floor(now / MINUTE_MS);
    const shows = [...this.#counts.keys()].some((minute) => minute <= running && minute > running - HISTORY_MINUTES);
    return shows ? (running + 1) * MINUTE_MS : null;
  }

  /** Minutes of the last hour with their counts, as instants. */
  entries(now: number): [at: number, count: number][] {
    const running = Math.floor(now / MINUTE_MS);
    return [...this.#counts]
      .filter(([minute]) => minute <= running && minute > running - HISTORY_MINUTES)
      .map(([minute, count]) => [minute * MINUTE_MS, count]);
  }
}

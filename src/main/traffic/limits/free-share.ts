/**
 * Finds the share of the full rate that other clients of the account leave free, because rate-limit headers report it late or not at all. One 429
 * halves the rate for a minute (pacer.ts); several within a few minutes mean that other clients take a lasting share. From then on the rate stays
 * at a level as long as few requests are rate-limited, falls to the next lower level when many are, and tries the next higher level from time to
 * time.
 */

/** The number of 429s within a time from which the search begins. */
const BEGIN = { count: 5, withinMs: 300_000 };
/** The highest level at which the search may begin. */
const FIRST_SHARE = 0.65;
/** The share of refused requests that a level may have. */
const TOLERATED = 0.03;
/** The number of refused requests above the tolerated ones at which the level falls; a level on trial falls sooner. */
const FALL = { excess: 9, onTrial: 4 };
/** The weight of a refusal by a long window. */
const LONG_WEIGHT = 3;
/** The number of refusals in a row at which the level falls at once. */
const FALL_AFTER_ROW = 3;
/** The time after which a higher level is tried; it doubles after each failed trial. */
const TRIAL_WAIT = { minMs: 120_000, maxMs: 3_600_000 };

export class FreeShare {
  #levels: readonly number[] = [];
  #index: number | null = null;
  #begunBy: number[] = [];
  #excess = 0;
  #row = 0;
  #since = 0;
  #waitMs = TRIAL_WAIT.minMs;
  #isOnTrial = false;

  /** The share of the full rate to keep; `null` when other clients take no lasting share. */
  get share(): number | null {
    return this.#index === null ? null : (this.#levels[this.#index] ?? null);
  }

  /**
   * Handles a 429. `levels`: the available shares, descending from 1. `isLong`: a long window is used up, so the level is too high; a short
   * window may be used up by chance.
   */
  refused(now: number, levels: readonly number[], isLong: boolean): void {
    if (this.#index === null) {
      this.#beginIfMany(now, levels);
      return;
    }
    this.#row += 1;
    this.#excess += isLong ? LONG_WEIGHT : 1;
    if (this.#row >= FALL_AFTER_ROW || this.#excess >= (this.#isOnTrial ? FALL.onTrial : FALL.excess)) this.#fall(now);
  }

  /** Handles another answer. `reported`: returns the share that the server's headers leave free; 1 without them. */
  accepted(now: number, reported: () => number): void {
    if (this.#index === null) return;
    this.#row = 0;
    this.#excess = Math.max(0, this.#excess - TOLERATED);
    const heldMs = now - this.#since;
    if (this.#isOnTrial && heldMs >= TRIAL_WAIT.minMs) {
      this.#isOnTrial = false;
      this.#waitMs = TRIAL_WAIT.minMs;
    }
    if (heldMs >= this.#waitMs) this.#rise(now, reported());
  }

  #beginIfMany(now: number, levels: readonly number[]): void {
    this.#begunBy = [...this.#begunBy.filter((at) => now - at < BEGIN.withinMs), now];
    if (this.#begunBy.length < BEGIN.count) return;
    this.#begunBy = [];
    this.#levels = levels;
    this.#waitMs = TRIAL_WAIT.minMs;
    this.#isOnTrial = false;
    this.#enter(
      levels.findIndex((share) => share <= FIRST_SHARE),
      now,
    );
  }

  #fall(now: number): void {
    if (this.#isOnTrial) this.#waitMs = Math.min(TRIAL_WAIT.maxMs, this.#waitMs * 2);
    this.#isOnTrial = false;
    this.#enter(Math.min(this.#levels.length - 1, (this.#index ?? 0) + 1), now);
  }

  /** Tries the next higher level unless the headers rule it out; at the full rate the search ends. */
  #rise(now: number, reported: number): void {
    const index = (this.#index ?? 0) - 1;
    if (index < 0) this.#index = null;
    else if ((this.#levels[index] ?? 1) > reported) this.#since = now;
    else {
      this.#isOnTrial = true;
      this.#enter(index, now);
    }
  }

  #enter(index: number, now: number): void {
    this.#index = index;
    this.#since = now;
    this.#excess = 0;
    this.#row = 0;
  }
}

/** The factor between levels; the lowest level is at least `MIN_SHARE`. */
const STEP = 0.9;
const MIN_SHARE = 1 / 16;
/**
 * The bounds around the levels that fill the short window evenly, between which no other level lies, because it would refuse more or be no
 * faster.
 */
const SKIPPED = { above: 1.1, below: 0.85 };

/**
 * The levels: shares of the full rate, descending from 1. Among the shares that put equally many requests into the short window, the one whose
 * requests just fit evenly is best, because it leaves other clients the least room. `shortMs`: the short window with the usual jitter.
 */
export function shareLevels(intervalMs: number, shortMs: number, limit: number): number[] {
  const even = Array.from({ length: limit }, (_, count) => ((count + 1) * intervalMs) / shortMs).filter(
    (share) => share < 1 && share > MIN_SHARE,
  );
  const highest = Math.max(...even) * SKIPPED.above;
  const lowest = Math.min(...even) * SKIPPED.below;
  const levels = [1, ...even, MIN_SHARE];
  for (let share = STEP; share > MIN_SHARE; share *= STEP)
    if (even.length === 0 || share >= highest || share <= lowest) levels.push(share);
  return levels.sort((one, other) => other - one);
}

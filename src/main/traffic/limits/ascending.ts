/** Instants in ascending order: inserted near the end, dropped from the front. */

/** Dropped instants stay in the array until there are this many. */
const COMPACT_AT = 1_024;

export class Ascending {
  #values: number[];
  #head = 0;

  constructor(sorted: readonly number[] = []) {
    this.#values = [...sorted];
  }

  get size(): number {
    return this.#values.length - this.#head;
  }

  /** The instant at that index, counted from 0; `null` beyond the end. */
  at(index: number): number | null {
    return this.#values[this.#head + index] ?? null;
  }

  add(value: number): void {
    let index = this.#values.length;
    while (index > this.#head && (this.#values[index - 1] ?? value) > value) index -= 1;
    if (index === this.#values.length) this.#values.push(value);
    else this.#values.splice(index, 0, value);
  }

  /** Drops all instants up to and including `instant`. */
  dropUntil(instant: number): void {
    while (this.#head < this.#values.length && (this.#values[this.#head] ?? instant) <= instant) this.#head += 1;
    this.#compact();
  }

  /** Drops the earliest instants beyond `max`. */
  keepLast(max: number): void {
    this.#head += Math.max(0, this.size - max);
    this.#compact();
  }

  /** How many instants lie up to and including `instant`. */
  countUntil(instant: number): number {
    let low = this.#head;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low - this.#head;
  }

  /** The instants after `instant`. */
  after(instant: number): number[] {
    return this.#values.slice(this.#head + this.countUntil(instant));
  }

  #compact(): void {
    if (this.#head < COMPACT_AT && this.#head < this.#values.length) return;
    this.#values = this.#values.slice(this.#head);
    this.#head = 0;
  }
}

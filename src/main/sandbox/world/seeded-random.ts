/** Deterministic randomness: the sandbox's listings are computed from numbers, so they need no storage and never change. */

/** Mixes integers into one number in [0, 2^32). */
export function hash(...parts: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const part of parts) {
    mixed = Math.imul(mixed ^ part ^ (mixed >>> 15), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

export class SeededRandom {
  #state: number;

  constructor(...seed: readonly number[]) {
    this.#state = hash(...seed);
  }

  /** Returns a number in [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a number in [from, to). */
  between(from: number, to: number): number {
    return from + this.fraction() * (to - from);
  }

  /** An integer in [from, to]. */
  int(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.int(0, items.length - 1)] ?? items[0];
  }

  /** Returns `count` different items, in the order of the list. */
  several<Item>(items: readonly Item[], count: number): Item[] {
    const ranked = items.map((item, index) => ({ item, index, rank: this.fraction() }));
    const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, count);
    return chosen.sort((a, b) => a.index - b.index).map(({ item }) => item);
  }
}

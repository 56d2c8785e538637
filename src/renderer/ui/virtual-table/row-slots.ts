/** Assigns rows to slots. A new row takes the slot of a row that left the view, so scrolling creates no nodes. */

/** The key of a row in a virtual table. */
export type RowKey = string | number;

interface FilledSlot {
  readonly key: RowKey;
  readonly slot: number;
}

export class RowSlots {
  /** The filled slots in the order of their nodes in the document. */
  #filled: readonly FilledSlot[] = [];
  #isSorted = true;
  #next = 0;

  /** Returns the slots of `keys`, given in table order. With `staysPut`, no node moves. */
  fill(keys: readonly RowKey[], { staysPut }: { staysPut: boolean }) {
    const drawn = new Set(keys);
    const slots = new Map(this.#filled.map(({ key, slot }) => [key, slot]));
    const free = this.#filled.filter(({ key }) => !drawn.has(key)).map(({ slot }) => slot);
    const before = free.length;
    const filled = keys.map((key) => ({ key, slot: slots.get(key) ?? free.pop() ?? this.#next++ }));
    this.#isSorted = !staysPut || (this.#isSorted && free.length === before);
    if (!this.#isSorted) {
      const positions = new Map(this.#filled.map(({ slot }, position) => [slot, position]));
      const positionOf = ({ slot }: FilledSlot): number => positions.get(slot) ?? positions.size;
      filled.sort((one, other) => positionOf(one) - positionOf(other));
    }
    this.#filled = filled;
    return this.#filled;
  }
}

/** Virtual time: a heap of timers. Promises settle between two instants. */

interface Entry {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

export class VirtualTime {
  #now: number;
  #order = 0;
  /** A binary heap, earliest first. */
  readonly #heap: Entry[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void {
    const entry: Entry = { at: this.#now + Math.max(0, delayMs), order: this.#order++, run };
    this.#push(entry);
    return () => {
      entry.run = null;
    };
  }

  /** Advances to `instant` and runs the timers that are due until then. */
  async advanceTo(instant: number): Promise<void> {
    for (let next = this.#heap[0]; next && next.at <= instant; next = this.#heap[0]) {
      const { at } = next;
      this.#now = Math.max(this.#now, at);
      let worked = false;
      for (let due = this.#heap[0]; due && due.at <= this.#now; due = this.#heap[0]) {
        this.#pop();
        worked ||= due.run !== null;
        due.run?.();
      }
      if (worked) await this.settle();
    }
    this.#now = Math.max(this.#now, instant);
  }

  /** Runs between two instants. */
  protected settle(): Promise<void> {
    return settle();
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(entry, heap[parent])) break;
      swap(heap, index, parent);
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return;
    heap[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let least = index;
      if (before(heap[left], heap[least])) least = left;
      if (before(heap[right], heap[least])) least = right;
      if (least === index) return;
      swap(heap, index, least);
      index = least;
    }
  }
}

function before(one: Entry | undefined, other: Entry | undefined): boolean {
  if (!one || !other) return false;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function swap(heap: Entry[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]];
  if (!first || !second) return;
  heap[one] = second;
  heap[other] = first;
}

/** Lets chains of promises settle, also those of streams. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

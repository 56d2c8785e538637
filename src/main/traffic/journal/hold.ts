/** Exchanges that wait in memory while the file cannot be written: the newest ones, in a store like the file's. */
import { openDatabase, prepare } from './database.ts';
import { type Entry, type Retention, Store } from './store.ts';
import { dropBeyond } from './upkeep.ts';

const COPIED_AT_ONCE = 200;

export class Hold {
  readonly store: Store;
  readonly #most: number;

  constructor(retention: Retention, most: number) {
    this.store = new Store(prepare(openDatabase(':memory:')), retention);
    this.#most = most;
  }

  /** Takes exchanges in; how many older ones had to go for them. */
  add(entries: readonly Entry[]): number {
    this.store.insert(entries);
    return dropBeyond(this.store, this.#most);
  }

  /** Moves everything into a file, oldest first. What was moved before it throws is not moved again. */
  moveInto(file: Store): void {
    for (;;) {
      const entries = this.store.oldest(COPIED_AT_ONCE);
      if (entries.length === 0) return;
      // The numbers of a file that could not be read may have come further than was thought.
      const first = file.lastSeq + 1;
      file.insert(entries.map((entry, index) => ({ ...entry, seq: Math.max(entry.seq, first + index) })));
      dropBeyond(this.store, this.store.count - entries.length);
    }
  }
}

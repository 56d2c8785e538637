/** Exchanges that wait in memory while the file cannot be written: the newest ones, in a store like the file's. */
import { openDatabase, prepare } from '../file/database.ts';
import { dropBeyond } from './retention.ts';
import { type Entry, type Retention, Store } from './store.ts';

/** Few, so that little room is needed to get on. */
const COPIED_AT_ONCE = 50;
/** How much memory they may take, megabytes. */
const MOST_MEGABYTES = 128;
/** Exchanges that go at once when they take more. */
const PIECE = 20;

export class Hold {
  readonly store: Store;
  readonly #most: number;
  readonly #mostBytes: number;

  constructor({ maxDays }: Retention, most: number, maxMegabytes = MOST_MEGABYTES) {
    this.store = new Store(prepare(openDatabase(':memory:')), { maxDays, maxMegabytes });
    this.#most = most;
    this.#mostBytes = maxMegabytes * 1_048_576;
  }

  /** Takes exchanges in; how many older ones had to go for them. */
  add(entries: readonly Entry[]): number {
    this.store.insert(entries);
    let gone = dropBeyond(this.store, this.#most);
    while (this.store.bytes > this.#mostBytes && this.store.count > 1)
      gone += dropBeyond(this.store, Math.max(1, this.store.count - PIECE));
    return gone;
  }

  /** Moves everything into a file, oldest first. What was moved before it throws is not moved again. */
  moveInto(file: Store): void {
    for (;;) {
      file.flush();
      const entries = this.store.oldest(COPIED_AT_ONCE);
      if (entries.length === 0) return;
      // The numbers of a file that could not be read may have come further than was thought.
      const first = file.lastSeq + 1;
      file.insert(entries.map((entry, index) => ({ ...entry, seq: Math.max(entry.seq, first + index) })));
      dropBeyond(this.store, this.store.count - entries.length);
    }
  }
}

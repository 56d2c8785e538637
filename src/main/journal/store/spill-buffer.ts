/** Exchanges that wait in memory while the file cannot be written: the newest ones, in a store like the file's. */
import { connect, prepareDatabase } from '../file/database.ts';
import { deleteBeyond } from './retention.ts';
import { type Entry, ExchangeStore, type Retention } from './store.ts';

/** Few, so that little room is needed to get on. */
const DRAIN_BATCH = 50;
/** How much memory they may take, megabytes. */
const MAX_MEGABYTES = 128;
/** Exchanges that go at once when they take more. */
const PIECE = 20;

export class SpillBuffer {
  readonly store: ExchangeStore;
  readonly #maxCount: number;
  readonly #maxBytes: number;

  constructor({ maxDays }: Retention, most: number, maxMegabytes = MAX_MEGABYTES) {
    this.store = new ExchangeStore(prepareDatabase(connect(':memory:')), { maxDays, maxMegabytes });
    this.#maxCount = most;
    this.#maxBytes = maxMegabytes * 1_048_576;
  }

  /** Takes exchanges in; how many older ones had to go for them. */
  add(entries: readonly Entry[]): number {
    this.store.insert(entries);
    let gone = deleteBeyond(this.store, this.#maxCount);
    while (this.store.bytes > this.#maxBytes && this.store.count > 1)
      gone += deleteBeyond(this.store, Math.max(1, this.store.count - PIECE));
    return gone;
  }

  /** Moves everything into a file, oldest first. What was moved before it throws is not moved again. */
  drainInto(file: ExchangeStore): void {
    for (;;) {
      file.checkpoint();
      const entries = this.store.oldest(DRAIN_BATCH);
      if (entries.length === 0) return;
      // The numbers of a file that could not be read may have come further than was thought.
      const first = file.lastSeq + 1;
      file.insert(entries.map((entry, index) => ({ ...entry, seq: Math.max(entry.seq, first + index) })));
      deleteBeyond(this.store, this.store.count - entries.length);
    }
  }
}

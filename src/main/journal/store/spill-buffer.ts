/** Keeps the newest exchanges in memory while the disk fails, in a store like that of the file. */
import { connect, prepareDatabase } from '../file/database.ts';
import { deleteBeyond } from './retention.ts';
import { type Entry, ExchangeStore, type Retention } from './store.ts';

/** The number of exchanges that are written at once; it is small, so that a nearly full disk can take a batch. */
const DRAIN_BATCH = 50;
/** The size limit, in megabytes. */
const MAX_MEGABYTES = 128;
/** The number of exchanges that are dropped at once above the size limit. */
const PIECE = 20;

export class SpillBuffer {
  readonly store: ExchangeStore;
  readonly #maxCount: number;
  readonly #maxBytes: number;

  constructor({ maxDays }: Retention, maxCount: number, maxMegabytes = MAX_MEGABYTES) {
    this.store = new ExchangeStore(prepareDatabase(connect(':memory:')), { maxDays, maxMegabytes });
    this.#maxCount = maxCount;
    this.#maxBytes = maxMegabytes * 1_048_576;
  }

  /** Adds exchanges. Returns the number of older ones that were dropped. */
  add(entries: readonly Entry[]): number {
    this.store.insert(entries);
    let dropped = deleteBeyond(this.store, this.#maxCount);
    while (this.store.bytes > this.#maxBytes && this.store.count > 1)
      dropped += deleteBeyond(this.store, Math.max(1, this.store.count - PIECE));
    return dropped;
  }

  /** Moves all exchanges into a file, oldest first. When it throws, the next call continues at the same point. */
  drainInto(file: ExchangeStore): void {
    for (;;) {
      file.checkpoint();
      const entries = this.store.oldest(DRAIN_BATCH);
      if (entries.length === 0) return;
      // The file may have higher sequence numbers than were known while it could not be read.
      const first = file.lastSeq + 1;
      file.insert(entries.map((entry, index) => ({ ...entry, seq: Math.max(entry.seq, first + index) })));
      deleteBeyond(this.store, this.store.count - entries.length);
    }
  }
}

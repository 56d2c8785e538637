/** Periodic work on a store: retention, vacuum, checkpoint, merging of indexes. It pauses while the disk fails. */
import type { Clock, Log } from '../../platform/ports.ts';
import { faultOf } from '../file/database.ts';
import { isFull, segmentLimits } from '../file/segment.ts';
import { indexTable } from '../file/segment-index.ts';
import { describeError } from './intake.ts';
import { deleteExpired } from './retention.ts';
import type { ExchangeStore } from './store.ts';

/** The pause of maintenance after a fault: the disk may have enough room for new exchanges but not for maintenance. */
const PAUSE_MS = 10 * 60_000;
/** The number of free pages that stay in the file for reuse. */
const SPARE_PAGES = 256;
/** The number of pages that one piece of work merges or returns. */
const PAGES = 64;

export class Maintenance {
  readonly #clock: Clock;
  readonly #log: Log;
  #paused = false;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Runs a piece. Returns false when no work is left or maintenance is paused. Errors other than an unavailable file pass through. */
  runPiece(store: ExchangeStore): boolean {
    if (this.#paused) return false;
    try {
      return maintain(store, this.#clock.now());
    } catch (error) {
      const fault = faultOf(error);
      if (fault?.kind !== 'unavailable') throw error;
      this.#log.warn('maintenance of the journal is paused', { reason: fault.reason, error: describeError(error) });
      this.#paused = true;
      this.#clock.after(PAUSE_MS, () => {
        this.#paused = false;
      });
      return false;
    }
  }
}

/** Runs the next piece of maintenance; retention comes first. Returns false when no work is left. */
export function maintain(store: ExchangeStore, now: number): boolean {
  return deleteExpired(store, now) || vacuum(store) || checkpoint(store) || mergeIndexes(store, now);
}

/** Empties the write-ahead log, which still contains deleted content. */
function checkpoint(store: ExchangeStore): boolean {
  if (!store.needsCheckpoint) return false;
  store.checkpoint();
  return true;
}

/** Returns free pages to the system. */
function vacuum(store: ExchangeStore): boolean {
  const { catalog } = store;
  const free = (): number => Number(catalog.prepared('PRAGMA freelist_count').get()?.freelist_count);
  if (free() < SPARE_PAGES) return false;
  catalog.db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
  store.needsCheckpoint = true;
  return true;
}

/** Closes full segments, and merges the index of a closed segment into one piece, which is the fastest to search. */
function mergeIndexes(store: ExchangeStore, now: number): boolean {
  const { catalog } = store;
  const overdue = catalog.all.find(
    (segment) => !segment.closed && isFull(segment, segmentLimits(store.retention), now),
  );
  if (overdue) {
    catalog.transaction(() => catalog.close(overdue));
    return true;
  }
  const segment = catalog.all.find((it) => it.closed && !it.merged && !it.deleted);
  if (!segment) return false;
  const index = indexTable(segment.id);
  catalog.transaction(() => {
    const changes = (): number => Number(catalog.prepared('SELECT total_changes() AS n').get()?.n);
    const before = changes();
    const merge = catalog.db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);
    // A negative number of pages merges towards a single piece, some pages per call (sqlite.org/fts5.html, "merge").
    merge.run(-PAGES);
    segment.merged = changes() - before < 2;
    store.needsCheckpoint = segment.merged;
    catalog.write(segment);
  });
  return true;
}

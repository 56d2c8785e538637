/** Deletes exchanges beyond the retention limits, oldest first, in pieces of a few milliseconds. */

import { deleteCounts, subtractCounts } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import type { Segment } from '../file/segment.ts';
import { indexTable } from '../file/segment-index.ts';
import type { ExchangeStore } from './store.ts';

const DAY_MS = 86_400_000;
const MEGABYTE = 1_048_576;
/** The number of rows that one piece deletes. */
const PIECE = 400;
/** The number of index pages that one piece deletes. */
const PAGES = 64;

/** Deletes the next piece and overwrites it in the file. Returns false when there is nothing to delete. */
export function deleteExpired(store: ExchangeStore, now: number): boolean {
  const { db } = store.catalog;
  db.exec('PRAGMA secure_delete = ON');
  try {
    const deleted = purgeDeleted(store) || deleteAged(store, now) || deleteOversized(store);
    store.needsCheckpoint ||= deleted;
    return deleted;
  } finally {
    // What merging an index deletes still exists in the merged index; overwriting it would only take time.
    db.exec('PRAGMA secure_delete = FAST');
  }
}

/** Deletes all but the newest `max` exchanges at once. Returns the number of deleted ones. */
export function deleteBeyond(store: ExchangeStore, max: number): number {
  const before = store.count;
  while (store.count > max && deleteOldest(store, Math.min(PIECE, store.count - max)));
  while (purgeDeleted(store));
  return before - store.count;
}

/** Deletes the oldest exchanges of all segments. Returns false when there are none. */
function deleteOldest(store: ExchangeStore, max: number): boolean {
  const rows = store.catalog
    .prepared('SELECT era FROM exchanges WHERE era IN (SELECT id FROM eras WHERE dead = 0) ORDER BY seq LIMIT ?')
    .all(max);
  const ofEach = Map.groupBy(rows, (row) => Number(row.era));
  for (const segment of store.catalog.all.filter(({ id }) => ofEach.has(id)))
    deleteFront(store, segment, ofEach.get(segment.id)?.length ?? 0, null);
  return rows.length > 0;
}

function deleteAged(store: ExchangeStore, now: number): boolean {
  const cutoff = now - store.retention.maxDays * DAY_MS;
  return store.catalog.all.some(
    (segment) =>
      !segment.deleted &&
      hasAged(store, segment, { cutoff, now }) &&
      deleteFront(store, segment, PIECE, { cutoff, now }),
  );
}

/**
 * The limit of age: exchanges recorded before `cutoff` are too old. The age of exchanges recorded after `now` is unknown, because the clock was
 * set back since.
 */
interface AgeLimit {
  readonly cutoff: number;
  readonly now: number;
}

/** Whether the oldest exchange of known age in a segment is too old. */
function hasAged({ catalog }: ExchangeStore, segment: Segment, { cutoff, now }: AgeLimit): boolean {
  if (cutoff <= segment.startedAt && segment.startedAt <= now) return false;
  const recordedAt = (which: string, ...values: number[]): number => {
    const row = catalog
      .prepared(
        `SELECT recorded_at FROM exchanges INDEXED BY exchanges_by_era WHERE era = ? AND seq >= ? ${which} LIMIT 1`,
      )
      .get(segment.id, segment.firstSeq, ...values);
    return Number(row?.recorded_at ?? Infinity);
  };
  // A segment that ends after now is skipped: the age of all of it may be unknown.
  if (segment.startedAt > now && recordedAt('ORDER BY seq DESC') > now) return false;
  return recordedAt('AND recorded_at <= ? ORDER BY seq', now) < cutoff;
}

/** The rows to delete: all before the first that is not too old, because rows are in the order of recording. */
function agedOf(rows: readonly Row[], { cutoff, now }: AgeLimit): readonly Row[] {
  const times = rows.map((row) => Number(row.recorded_at));
  const recent = times.findIndex((time) => time >= cutoff && time <= now);
  if (recent !== -1) return rows.slice(0, recent);
  const old = times.findLastIndex((time) => time < cutoff);
  return old === -1 ? rows : rows.slice(0, old + 1);
}

function deleteOversized(store: ExchangeStore): boolean {
  // Exchanges that can be restored for some seconds take room as well, but no others are deleted for them.
  if (store.catalog.restorable.size > 0 || store.bytes <= store.retention.maxMegabytes * MEGABYTE) return false;
  return deleteOldest(store, PIECE);
}

/** Deletes the oldest rows of a segment; with an age limit, only those that are too old. A segment without rows is marked as deleted. */
function deleteFront(store: ExchangeStore, segment: Segment, max: number, age: AgeLimit | null): boolean {
  const { catalog } = store;
  const rows = catalog
    .prepared(
      `SELECT seq, sent_at, outcome, operation, host, recorded_at FROM exchanges INDEXED BY exchanges_by_era
       WHERE era = ? AND seq >= ? ORDER BY seq LIMIT ?`,
    )
    .all(segment.id, segment.firstSeq, max);
  const expired = age === null ? rows : agedOf(rows, age);
  const last = expired.at(-1);
  if (!last) return false;
  catalog.transaction(() => {
    const names = catalog.namesOf(segment);
    for (const row of expired) {
      names.decrement(Number(row.operation), 1);
      names.decrement(Number(row.host), 1);
    }
    const countKeys = expired.map((row) => ({
      segment: segment.id,
      sentAt: Number(row.sent_at),
      outcome: Number(row.outcome),
      operation: Number(row.operation),
      host: Number(row.host),
    }));
    subtractCounts(catalog, countKeys);
    deleteRows(
      store,
      expired.map((row) => Number(row.seq)),
    );
    segment.firstSeq = Number(last.seq) + 1;
    segment.count -= expired.length;
    if (segment.count <= 0) segment.deleted = true;
    if (segment.deleted) catalog.close(segment);
    catalog.write(segment);
  });
  return true;
}

function deleteRows({ catalog }: ExchangeStore, seqs: readonly number[]): void {
  for (const seq of seqs) {
    catalog.prepared('DELETE FROM contents WHERE seq = ?').run(seq);
    catalog.prepared('DELETE FROM exchanges WHERE seq = ?').run(seq);
  }
}

/** Removes the next piece of a deleted segment: rows, vocabulary, counts, index, and finally its own row. */
function purgeDeleted(store: ExchangeStore): boolean {
  const { catalog } = store;
  const segment = catalog.nextToPurge();
  if (!segment) return false;
  catalog.transaction(() => {
    const rows = catalog
      .prepared('SELECT seq FROM exchanges INDEXED BY exchanges_by_era WHERE era = ? ORDER BY seq LIMIT ?')
      .all(segment.id, PIECE);
    if (rows.length > 0)
      return deleteRows(
        store,
        rows.map((row) => Number(row.seq)),
      );
    const { changes } = catalog
      .prepared(
        'DELETE FROM vocabulary WHERE era = ?1 AND word IN (SELECT word FROM vocabulary WHERE era = ?1 LIMIT ?2)',
      )
      .run(segment.id, 4 * PIECE);
    if (changes > 0 || deleteCounts(catalog, segment)) return;
    const data = `${indexTable(segment.id)}_data`;
    const there = catalog.prepared("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(data);
    if (there) {
      const emptied = catalog.db.prepare(`DELETE FROM ${data} WHERE id IN (SELECT id FROM ${data} LIMIT ?)`).run(PAGES);
      if (emptied.changes > 0) return;
      catalog.db.exec(`DROP TABLE ${indexTable(segment.id)}`);
    }
    catalog.prepared('DELETE FROM names WHERE era = ?').run(segment.id);
    catalog.remove(segment);
  });
  return true;
}

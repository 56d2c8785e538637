/** Keeps a store within its bounds, in pieces that each take a few milliseconds: the oldest goes first, and the room is returned to the system. */

import { deleteCounts, subtractCounts } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import { isFull, type Segment, segmentLimits } from '../file/segment.ts';
import { indexTable } from '../file/segment-index.ts';
import type { ExchangeStore } from './store.ts';

const DAY_MS = 86_400_000;
const MEGABYTE = 1_048_576;
/** Free pages up to this many are used again soon and stay. */
const SPARE_PAGES = 256;
/** Rows that go in one piece. */
const PIECE = 400;
/** Pages of an index that are merged or deleted, or of the file that are returned, in one piece. */
const PAGES = 64;

/** Does the next piece of what there is to do. False when there is nothing left. */
export function maintain(store: ExchangeStore, now: number): boolean {
  return deleteExpired(store, now) || vacuum(store) || checkpoint(store) || mergeIndexes(store, now);
}

/** Takes away what is not to be kept any more, so that nothing of it can be read out of the file afterwards. */
function deleteExpired(store: ExchangeStore, now: number): boolean {
  const { db } = store.catalog;
  db.exec('PRAGMA secure_delete = ON');
  try {
    const forgot = purge(store) || deleteAged(store, now) || deleteOversized(store);
    store.needsCheckpoint ||= forgot;
    return forgot;
  } finally {
    // Merging indexes deletes a lot that is still kept elsewhere.
    db.exec('PRAGMA secure_delete = FAST');
  }
}

/** The write-ahead log still has what was forgotten, and takes room, until it is emptied. */
function checkpoint(store: ExchangeStore): boolean {
  if (!store.needsCheckpoint) return false;
  store.checkpoint();
  return true;
}

/** Takes away the oldest exchanges beyond `most`, in one go; how many. */
export function deleteBeyond(store: ExchangeStore, most: number): number {
  const before = store.count;
  while (store.count > most && deleteOldest(store, Math.min(PIECE, store.count - most)));
  while (purge(store));
  return before - store.count;
}

/** Takes away the oldest exchanges of all that are kept. */
function deleteOldest(store: ExchangeStore, most: number): boolean {
  const rows = store.catalog
    .prepared('SELECT era FROM exchanges WHERE era IN (SELECT id FROM eras WHERE dead = 0) ORDER BY seq LIMIT ?')
    .all(most);
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

/** What was recorded before `cutoff` is old. What was recorded after `now` has no known age: the clock was set back since. */
interface AgeLimit {
  readonly cutoff: number;
  readonly now: number;
}

/** Whether the oldest exchange of an era whose age is known is old. */
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
  // Nothing of an era that ends after now is looked for: all of it may be of another time.
  if (segment.startedAt > now && recordedAt('ORDER BY seq DESC') > now) return false;
  return recordedAt('AND recorded_at <= ? ORDER BY seq', now) < cutoff;
}

/** Those of the oldest rows that go: all before the first that is not old, as each was recorded before the ones after it. */
function agedOf(rows: readonly Row[], { cutoff, now }: AgeLimit): readonly Row[] {
  const times = rows.map((row) => Number(row.recorded_at));
  const recent = times.findIndex((time) => time >= cutoff && time <= now);
  if (recent !== -1) return rows.slice(0, recent);
  const old = times.findLastIndex((time) => time < cutoff);
  return old === -1 ? rows : rows.slice(0, old + 1);
}

function deleteOversized(store: ExchangeStore): boolean {
  if (store.bytes <= store.retention.maxMegabytes * MEGABYTE) return false;
  return deleteOldest(store, PIECE);
}

/** Deletes the oldest rows of an era, only old ones when an age is given. An era without rows is dead. */
function deleteFront(store: ExchangeStore, segment: Segment, most: number, age: AgeLimit | null): boolean {
  const { catalog } = store;
  const rows = catalog
    .prepared(
      `SELECT seq, sent_at, outcome, operation, host, recorded_at FROM exchanges INDEXED BY exchanges_by_era
       WHERE era = ? AND seq >= ? ORDER BY seq LIMIT ?`,
    )
    .all(segment.id, segment.firstSeq, most);
  const gone = age === null ? rows : agedOf(rows, age);
  const last = gone.at(-1);
  if (!last) return false;
  catalog.transaction(() => {
    const names = catalog.namesOf(segment);
    for (const row of gone) {
      names.decrement(Number(row.operation), 1);
      names.decrement(Number(row.host), 1);
    }
    const marks = gone.map((row) => ({
      segment: segment.id,
      sentAt: Number(row.sent_at),
      outcome: Number(row.outcome),
      operation: Number(row.operation),
      host: Number(row.host),
    }));
    subtractCounts(catalog, marks);
    deleteRows(
      store,
      gone.map((row) => Number(row.seq)),
    );
    segment.firstSeq = Number(last.seq) + 1;
    segment.count -= gone.length;
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

/** Takes away the next piece of a dead era: rows, words, index, at last itself. */
function purge(store: ExchangeStore): boolean {
  const { catalog } = store;
  const segment = catalog.all.find(({ deleted: dead }) => dead);
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

/** Returns free pages to the system. */
function vacuum(store: ExchangeStore): boolean {
  const { catalog } = store;
  const free = (): number => Number(catalog.prepared('PRAGMA freelist_count').get()?.freelist_count);
  if (free() < SPARE_PAGES) return false;
  catalog.db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
  store.needsCheckpoint = true;
  return true;
}

/** Closes eras whose time has come, and merges the index of a closed one into one piece, which is quickest to search. */
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
    // A negative number of pages merges everything into one piece, a part of the way each time (SQLite, FTS5, "merge").
    merge.run(-PAGES);
    segment.merged = changes() - before < 2;
    store.needsCheckpoint = segment.merged;
    catalog.write(segment);
  });
  return true;
}

/** Keeps a store within its bounds, in pieces that each take a few milliseconds: the oldest goes first, and the room is returned to the system. */

import { discountMarks, dropMinutes } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import { type Era, eraLimits, isFull } from '../file/segment.ts';
import { indexTable } from '../file/segment-index.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;
const MEGABYTE = 1_048_576;
/** Free pages up to this many are used again soon and stay. */
const SPARE_PAGES = 256;
/** Rows that go in one piece. */
const PIECE = 400;
/** Pages of an index that are merged or deleted, or of the file that are returned, in one piece. */
const PAGES = 64;

/** Does the next piece of what there is to do. False when there is nothing left. */
export function upkeep(store: Store, now: number): boolean {
  return forget(store, now) || vacuum(store) || flush(store) || settle(store, now);
}

/** Takes away what is not to be kept any more, so that nothing of it can be read out of the file afterwards. */
function forget(store: Store, now: number): boolean {
  const { db } = store.book;
  db.exec('PRAGMA secure_delete = ON');
  try {
    const forgot = reap(store) || dropAged(store, now) || dropOversized(store);
    store.isStale ||= forgot;
    return forgot;
  } finally {
    // Merging indexes deletes a lot that is still kept elsewhere.
    db.exec('PRAGMA secure_delete = FAST');
  }
}

/** The write-ahead log still has what was forgotten, and takes room, until it is emptied. */
function flush(store: Store): boolean {
  if (!store.isStale) return false;
  store.flush();
  return true;
}

/** Takes away the oldest exchanges beyond `most`, in one go; how many. */
export function dropBeyond(store: Store, most: number): number {
  const before = store.count;
  while (store.count > most && dropOldest(store, Math.min(PIECE, store.count - most)));
  while (reap(store));
  return before - store.count;
}

/** Takes away the oldest exchanges of all that are kept. */
function dropOldest(store: Store, most: number): boolean {
  const rows = store.book
    .sql('SELECT era FROM exchanges WHERE era IN (SELECT id FROM eras WHERE dead = 0) ORDER BY seq LIMIT ?')
    .all(most);
  const ofEach = Map.groupBy(rows, (row) => Number(row.era));
  for (const era of store.book.all.filter(({ id }) => ofEach.has(id)))
    dropFront(store, era, ofEach.get(era.id)?.length ?? 0, null);
  return rows.length > 0;
}

function dropAged(store: Store, now: number): boolean {
  const cutoff = now - store.retention.maxDays * DAY_MS;
  return store.book.all.some(
    (era) => !era.dead && isAged(store, era, { cutoff, now }) && dropFront(store, era, PIECE, { cutoff, now }),
  );
}

/** What was recorded before `cutoff` is old. What was recorded after `now` has no known age: the clock was set back since. */
interface Age {
  readonly cutoff: number;
  readonly now: number;
}

/** Whether the oldest exchange of an era whose age is known is old. */
function isAged({ book }: Store, era: Era, { cutoff, now }: Age): boolean {
  if (cutoff <= era.startedAt && era.startedAt <= now) return false;
  const recordedAt = (which: string, ...values: number[]): number => {
    const row = book
      .sql(`SELECT recorded_at FROM exchanges INDEXED BY exchanges_by_era WHERE era = ? AND seq >= ? ${which} LIMIT 1`)
      .get(era.id, era.firstSeq, ...values);
    return Number(row?.recorded_at ?? Infinity);
  };
  // Nothing of an era that ends after now is looked for: all of it may be of another time.
  if (era.startedAt > now && recordedAt('ORDER BY seq DESC') > now) return false;
  return recordedAt('AND recorded_at <= ? ORDER BY seq', now) < cutoff;
}

/** Those of the oldest rows that go: all before the first that is not old, as each was recorded before the ones after it. */
function oldOf(rows: readonly Row[], { cutoff, now }: Age): readonly Row[] {
  const times = rows.map((row) => Number(row.recorded_at));
  const recent = times.findIndex((time) => time >= cutoff && time <= now);
  if (recent !== -1) return rows.slice(0, recent);
  const old = times.findLastIndex((time) => time < cutoff);
  return old === -1 ? rows : rows.slice(0, old + 1);
}

function dropOversized(store: Store): boolean {
  if (store.bytes <= store.retention.maxMegabytes * MEGABYTE) return false;
  return dropOldest(store, PIECE);
}

/** Deletes the oldest rows of an era, only old ones when an age is given. An era without rows is dead. */
function dropFront(store: Store, era: Era, most: number, age: Age | null): boolean {
  const { book } = store;
  const rows = book
    .sql(
      `SELECT seq, sent_at, outcome, operation, host, recorded_at FROM exchanges INDEXED BY exchanges_by_era
       WHERE era = ? AND seq >= ? ORDER BY seq LIMIT ?`,
    )
    .all(era.id, era.firstSeq, most);
  const gone = age === null ? rows : oldOf(rows, age);
  const last = gone.at(-1);
  if (!last) return false;
  book.within(() => {
    const names = book.names(era);
    for (const row of gone) {
      names.less(Number(row.operation), 1);
      names.less(Number(row.host), 1);
    }
    const marks = gone.map((row) => ({
      era: era.id,
      sentAt: Number(row.sent_at),
      outcome: Number(row.outcome),
      operation: Number(row.operation),
      host: Number(row.host),
    }));
    discountMarks(book, marks);
    deleteRows(
      store,
      gone.map((row) => Number(row.seq)),
    );
    era.firstSeq = Number(last.seq) + 1;
    era.count -= gone.length;
    if (era.count <= 0) era.dead = true;
    if (era.dead) book.close(era);
    book.write(era);
  });
  return true;
}

function deleteRows({ book }: Store, seqs: readonly number[]): void {
  for (const seq of seqs) {
    book.sql('DELETE FROM contents WHERE seq = ?').run(seq);
    book.sql('DELETE FROM exchanges WHERE seq = ?').run(seq);
  }
}

/** Takes away the next piece of a dead era: rows, words, index, at last itself. */
function reap(store: Store): boolean {
  const { book } = store;
  const era = book.all.find(({ dead }) => dead);
  if (!era) return false;
  book.within(() => {
    const rows = book
      .sql('SELECT seq FROM exchanges INDEXED BY exchanges_by_era WHERE era = ? ORDER BY seq LIMIT ?')
      .all(era.id, PIECE);
    if (rows.length > 0)
      return deleteRows(
        store,
        rows.map((row) => Number(row.seq)),
      );
    const { changes } = book
      .sql('DELETE FROM vocabulary WHERE era = ?1 AND word IN (SELECT word FROM vocabulary WHERE era = ?1 LIMIT ?2)')
      .run(era.id, 4 * PIECE);
    if (changes > 0 || dropMinutes(book, era)) return;
    const data = `${indexTable(era.id)}_data`;
    const there = book.sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(data);
    if (there) {
      const emptied = book.db.prepare(`DELETE FROM ${data} WHERE id IN (SELECT id FROM ${data} LIMIT ?)`).run(PAGES);
      if (emptied.changes > 0) return;
      book.db.exec(`DROP TABLE ${indexTable(era.id)}`);
    }
    book.sql('DELETE FROM names WHERE era = ?').run(era.id);
    book.remove(era);
  });
  return true;
}

/** Returns free pages to the system. */
function vacuum(store: Store): boolean {
  const { book } = store;
  const free = (): number => Number(book.sql('PRAGMA freelist_count').get()?.freelist_count);
  if (free() < SPARE_PAGES) return false;
  book.db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
  store.isStale = true;
  return true;
}

/** Closes eras whose time has come, and merges the index of a closed one into one piece, which is quickest to search. */
function settle(store: Store, now: number): boolean {
  const { book } = store;
  const overdue = book.all.find((era) => !era.closed && isFull(era, eraLimits(store.retention), now));
  if (overdue) {
    book.within(() => book.close(overdue));
    return true;
  }
  const era = book.all.find((it) => it.closed && !it.settled && !it.dead);
  if (!era) return false;
  const index = indexTable(era.id);
  book.within(() => {
    const changes = (): number => Number(book.sql('SELECT total_changes() AS n').get()?.n);
    const before = changes();
    const merge = book.db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);
    // A negative number of pages merges everything into one piece, a part of the way each time (SQLite, FTS5, "merge").
    merge.run(-PAGES);
    era.settled = changes() - before < 2;
    store.isStale = era.settled;
    book.write(era);
  });
  return true;
}

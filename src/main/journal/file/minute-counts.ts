/** Counts exchanges by minute, outcome, operation and host, so that a timeline need not read the exchanges. */
import type { ExchangeFilter } from '../../../shared/model/traffic.ts';
import { outcomeNumber } from './row.ts';
import type { Segment } from './segment.ts';
import type { SegmentCatalog } from './segment-catalog.ts';

const MINUTE_MS = 60_000;
/** The number of rows that one piece of work deletes. */
const PIECE = 2_000;

/** The key of one count. `operation` and `host` are the numbers of names in the segment. */
export interface CountKey {
  readonly segment: number;
  readonly sentAt: number;
  readonly outcome: number;
  readonly operation: number;
  readonly host: number;
}

/** The number of exchanges with one outcome in one bucket of the timeline. */
export interface BucketCount {
  readonly bucket: number;
  readonly outcome: number;
  readonly count: number;
}

/** Adds exchanges to the counts. Call within a transaction. */
export function addCounts(catalog: SegmentCatalog, keys: readonly CountKey[]): void {
  for (const [key, { length }] of grouped(keys))
    catalog
      .prepared(
        `INSERT INTO minutes (era, minute, outcome, operation, host, count) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      )
      .run(...key, length);
}

/** Subtracts deleted exchanges from the counts. Call within a transaction. */
export function subtractCounts(catalog: SegmentCatalog, keys: readonly CountKey[]): void {
  const which = 'WHERE era = ? AND minute = ? AND outcome = ? AND operation = ? AND host = ?';
  for (const [key, { length }] of grouped(keys)) {
    catalog.prepared(`UPDATE minutes SET count = count - ? ${which}`).run(length, ...key);
    catalog.prepared(`DELETE FROM minutes ${which} AND count <= 0`).run(...key);
  }
}

function grouped(keys: readonly CountKey[]): [number[], readonly CountKey[]][] {
  const groups = Map.groupBy(keys, (it) =>
    [it.segment, Math.floor(it.sentAt / MINUTE_MS), it.outcome, it.operation, it.host].join(' '),
  );
  return [...groups].map(([key, group]) => [key.split(' ').map(Number), group]);
}

/** Deletes some of a segment's counts. Returns false when there are none. */
export function deleteCounts(catalog: SegmentCatalog, segment: Segment): boolean {
  const piece = 'SELECT minute FROM minutes WHERE era = ?1 ORDER BY minute LIMIT ?2';
  return (
    catalog.prepared(`DELETE FROM minutes WHERE era = ?1 AND minute IN (${piece})`).run(segment.id, PIECE).changes > 0
  );
}

/** Whether the counts can answer the filter: the filter has no search, credential or task, and all times are whole minutes. */
export const canAnswer = (filter: ExchangeFilter, times: readonly number[]): boolean =>
  filter.search === '' &&
  filter.credentials.length === 0 &&
  filter.taskId === null &&
  times.every((time) => time % MINUTE_MS === 0);

/** Counts the exchanges of a segment in buckets from `start` on. All times are whole minutes. */
export function countsByMinute(
  catalog: SegmentCatalog,
  segment: Segment,
  filter: ExchangeFilter,
  [from, until]: readonly [number, number],
  { start, bucketMs }: { start: number; bucketMs: number },
): BucketCount[] {
  const names = catalog.namesOf(segment);
  const numbers = (kind: 'operation' | 'host', wanted: readonly string[]): number[] =>
    wanted.map((name) => names.find(kind, name)).filter((id) => id !== null);
  const conditions = [
    ['outcome', filter.outcomes.map(outcomeNumber), filter.outcomes],
    ['operation', numbers('operation', filter.operations), filter.operations],
    ['host', numbers('host', filter.hosts), filter.hosts],
  ] as const;
  const active = conditions.filter(([, , wanted]) => wanted.length > 0);
  const where = active.map(([column]) => ` AND ${column} IN (SELECT value FROM json_each(?))`).join('');
  return catalog
    .prepared(
      // SQLite binds the numbers as reals, so the quotient is cast.
      `SELECT CAST((minute - ?) / ? AS INTEGER) AS bucket, outcome, sum(count) AS n FROM minutes
       WHERE era = ? AND minute >= ? AND minute < ?${where} GROUP BY 1, 2`,
    )
    .all(
      start / MINUTE_MS,
      bucketMs / MINUTE_MS,
      segment.id,
      from / MINUTE_MS,
      until / MINUTE_MS,
      ...active.map(([, ids]) => JSON.stringify(ids)),
    )
    .map((row) => ({ bucket: Number(row.bucket), outcome: Number(row.outcome), count: Number(row.n) }));
}

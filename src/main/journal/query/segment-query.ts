/** The SQL queries of a filter, segment by segment. */
import type { SQLInputValue } from 'node:sqlite';
import { type ExchangeFilter, OutcomeClass } from '../../../shared/model/traffic.ts';
import type { BucketCount } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import type { Segment } from '../file/segment.ts';
import type { SegmentCatalog } from '../file/segment-catalog.ts';
import { indexQueryOf, indexTable } from '../file/segment-index.ts';
import { type SegmentRange, segmentRangeOf } from './segment-range.ts';

export interface SegmentQuery extends SegmentRange {
  readonly segment: Segment;
  /** The FTS5 query, or null when every row of the range matches. */
  readonly match: string | null;
  /** The numbers of the credentials that match, or null for every credential. The index has no term for them, so rows are compared. */
  readonly credentials: readonly number[] | null;
}

/** Yields a query for each segment that can have matches, newest first. */
export function* segmentQueries(catalog: SegmentCatalog, filter: ExchangeFilter): Generator<SegmentQuery> {
  for (const segment of catalog.visibleOf(filter.connectionId)) {
    const bounds = segment.count === 0 ? null : segmentRangeOf(catalog, segment, filter);
    if (!bounds) continue;
    const names = catalog.namesOf(segment);
    const indexQuery = indexQueryOf(catalog.db, segment, names, filter);
    const credentials = filter.credentials.map((id) => names.find('credential', id)).filter((id) => id !== null);
    const isKnown = filter.credentials.length === 0 || credentials.length > 0;
    if (indexQuery.kind === 'nothing' || !isKnown) continue;
    yield {
      segment,
      ...bounds,
      match: indexQuery.kind === 'match' ? indexQuery.expression : null,
      credentials: filter.credentials.length === 0 ? null : credentials,
    };
  }
}

/** Matching rows with a sequence number below `before`, newest first. */
export function selectRows(catalog: SegmentCatalog, part: SegmentQuery, before: number | null, limit: number): Row[] {
  const last = before === null ? part.last : Math.min(part.last, before - 1);
  if (last < part.first) return [];
  const { from, where, values } = sqlClauses({ ...part, last }, true);
  const seq = part.match === null ? 'x.seq' : 'f.rowid';
  return catalog.prepared(`SELECT x.* FROM ${from} WHERE ${where} ORDER BY ${seq} DESC LIMIT ?`).all(...values, limit);
}

/** Counts matching rows up to `bound`. */
export function countRows(catalog: SegmentCatalog, part: SegmentQuery, bound: number): number {
  const { segment, match, credentials, span, recheck } = part;
  const isWhole = match === null && credentials === null;
  if (isWhole && span === null) return Math.min(segment.count, bound);
  if (isWhole && span !== null) return counted(catalog, BY_TIME, [segment.id, ...span], bound);
  const { from, where, values } = sqlClauses(part, recheck !== null || credentials !== null);
  return counted(catalog, `${from} WHERE ${where}`, values, bound);
}

const BY_TIME = 'exchanges x INDEXED BY exchanges_by_time WHERE x.era = ? AND x.sent_at >= ? AND x.sent_at < ?';

function counted(catalog: SegmentCatalog, what: string, values: readonly SQLInputValue[], bound: number): number {
  return Number(catalog.prepared(`SELECT count(*) AS n FROM (SELECT 1 FROM ${what} LIMIT ?)`).get(...values, bound)?.n);
}

/** Counts matching rows by outcome in each of `buckets` buckets of `bucketMs`, from `start` on. */
export function countBuckets(
  catalog: SegmentCatalog,
  part: SegmentQuery,
  bounds: readonly [number, number],
  { start, bucketMs, buckets }: { start: number; bucketMs: number; buckets: number },
): BucketCount[] {
  if (part.match === null && part.credentials === null)
    return Array.from({ length: buckets }, (_, bucket) => {
      const at = start + bucket * bucketMs;
      const span = [Math.max(at, bounds[0]), Math.min(at + bucketMs, bounds[1])] as const;
      return span[0] < span[1] ? countBucket(catalog, part.segment, bucket, span) : [];
    }).flat();
  const { from, where, values } = sqlClauses(part, true);
  return catalog
    .prepared(
      `SELECT CAST((x.sent_at - ?) / ? AS INTEGER) AS bucket, x.outcome AS outcome, count(*) AS n FROM ${from} WHERE ${where} GROUP BY 1, 2`,
    )
    .all(start, bucketMs, ...values)
    .map((row) => ({ bucket: Number(row.bucket), outcome: Number(row.outcome), count: Number(row.n) }));
}

const OUTCOMES = OutcomeClass.options.map((_, outcome) => outcome);
const COUNTS = OUTCOMES.map((outcome) => `count(*) FILTER (WHERE x.outcome = ${outcome}) AS of${outcome}`).join(', ');

/** Counts all outcomes in one pass, because GROUP BY would first sort the rows. */
function countBucket(
  catalog: SegmentCatalog,
  segment: Segment,
  bucket: number,
  span: readonly [number, number],
): BucketCount[] {
  const row = catalog.prepared(`SELECT ${COUNTS} FROM ${BY_TIME}`).get(segment.id, ...span);
  return OUTCOMES.map((outcome) => ({ bucket, outcome, count: Number(row?.[`of${outcome}`] ?? 0) }));
}

interface SqlClauses {
  readonly from: string;
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

function sqlClauses(
  { segment, match, credentials, first, last, outliers, recheck }: SegmentQuery,
  withRows: boolean,
): SqlClauses {
  const seq = match === null ? 'x.seq' : 'f.rowid';
  const others = outliers.length === 0 ? '' : ` AND ${seq} NOT IN (SELECT value FROM json_each(?))`;
  const timed = `${others}${recheck === null ? '' : ' AND x.sent_at >= ? AND x.sent_at < ?'}`;
  const sentWith = credentials === null ? '' : ' AND x.credential IN (SELECT value FROM json_each(?))';
  const rest = `${timed}${sentWith}`;
  const bounds = [
    first,
    last,
    ...(outliers.length === 0 ? [] : [JSON.stringify(outliers)]),
    ...(recheck ?? []),
    ...(credentials === null ? [] : [JSON.stringify(credentials)]),
  ];
  if (match === null)
    return {
      from: 'exchanges x INDEXED BY exchanges_by_era',
      where: `x.era = ? AND x.seq BETWEEN ? AND ?${rest}`,
      values: [segment.id, ...bounds],
    };
  const index = indexTable(segment.id);
  return {
    from: withRows ? `${index} f CROSS JOIN exchanges x ON x.seq = f.rowid` : `${index} f`,
    where: `f.${index} MATCH ? AND f.rowid BETWEEN ? AND ?${rest}`,
    values: [match, ...bounds],
  };
}

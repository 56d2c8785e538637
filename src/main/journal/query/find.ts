/** The queries over a store: pages, facets and timelines. */

import type { SQLInputValue } from 'node:sqlite';
import type { InputOf } from '../../../shared/contract/index.ts';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import {
  type ExchangeFacets,
  type ExchangeFilter,
  type ExchangePage,
  OutcomeClass,
  type Timeline,
} from '../../../shared/model/traffic.ts';
import { matchExpression } from '../file/search.ts';
import { termsOf } from '../file/terms.ts';
import { type ExchangeStore, SUMMARY, summaryOfRow } from '../store/store.ts';

export type PageQuery = InputOf<'traffic', 'exchanges'>;
export type TimelineQuery = InputOf<'traffic', 'timeline'>;

/** The number up to which matches are counted. */
const MAX_COUNT = MAX_ENTRIES.rows;

/** The SQL of a filter. `where` selects the rows of `words`; if `isTimed`, it also needs `exchanges` to be joined. */
interface Matching {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
  readonly isTimed: boolean;
}

const JOINED = 'words CROSS JOIN exchanges ON exchanges.seq = words.rowid';
/** The tables of a count. Times come from an index, because reading the rows would take many pages. */
const WITH_TIMES = 'words CROSS JOIN exchanges INDEXED BY exchanges_by_seq ON exchanges.seq = words.rowid';

/** The SQL for the exchanges that match a filter; null when none lies in its time span. */
function matching(store: ExchangeStore, filter: ExchangeFilter): Matching | null {
  const isTimed = filter.from !== null || filter.until !== null;
  const span = [filter.from ?? Number.MIN_SAFE_INTEGER, filter.until ?? Number.MAX_SAFE_INTEGER];
  let [first, last] = [store.clearedUpTo(filter.connectionId) + 1, Number.MAX_SAFE_INTEGER];
  if (isTimed) {
    // Times ascend with sequence numbers, but not strictly: the range of numbers comes first, then each row's time.
    const range = store
      .prepared(
        `SELECT min(seq) AS first, max(seq) AS last FROM exchanges INDEXED BY exchanges_by_time
         WHERE connectionId = ? AND sentAt >= ? AND sentAt < ?`,
      )
      .get(filter.connectionId, ...span);
    if (range?.first == null) return null;
    first = Math.max(first, Number(range.first));
    last = Number(range.last);
  }
  return {
    where: `words MATCH ? AND words.rowid BETWEEN ? AND ?${isTimed ? ' AND sentAt >= ? AND sentAt < ?' : ''}`,
    values: [matchExpression(filter, store.firstTermFrom), first, last, ...(isTimed ? span : [])],
    isTimed,
  };
}

/** Finds one page of the exchanges that match a filter, newest first. */
export function findPage(store: ExchangeStore, { filter, before, limit }: PageQuery): Omit<ExchangePage, 'revision'> {
  const total = countOf(store, filter.connectionId);
  const query = matching(store, filter);
  if (!query) return { exchanges: [], next: null, matched: { count: 0, more: false }, total };
  const { where, values, isTimed } = query;
  const rows = store
    .prepared(`SELECT ${SUMMARY} FROM ${JOINED} WHERE ${where} AND words.rowid < ? ORDER BY words.rowid DESC LIMIT ?`)
    .all(...values, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
  const exchanges = rows.slice(0, limit).map(summaryOfRow);
  const count = store
    .prepared(`SELECT count(*) AS n FROM (SELECT 1 FROM ${isTimed ? WITH_TIMES : 'words'} WHERE ${where} LIMIT ?)`)
    .get(...values, MAX_COUNT + 1);
  return {
    exchanges,
    next: rows.length > limit ? (exchanges.at(-1)?.seq ?? null) : null,
    matched: { count: Math.min(Number(count?.n), MAX_COUNT), more: Number(count?.n) > MAX_COUNT },
    total,
  };
}

const countOf = (store: ExchangeStore, connectionId: string): number =>
  Number(store.prepared('SELECT sum(count) AS n FROM counts WHERE connectionId = ?').get(connectionId)?.n ?? 0);

/** Counts a connection's exchanges by operation, host and credential, for the lists of filters. */
export function findFacets(store: ExchangeStore, connectionId: string): Omit<ExchangeFacets, 'revision'> {
  const counted = (column: 'operation' | 'host' | 'credentialId'): { name: string; count: number }[] =>
    store
      .prepared(
        `SELECT ${column} AS name, sum(count) AS count FROM counts WHERE connectionId = ? AND ${column} <> '' GROUP BY 1 ORDER BY 2 DESC, 1`,
      )
      .all(connectionId)
      .map(({ name, count }) => ({ name: String(name), count: Number(count) }));
  const end = (order: 'ASC' | 'DESC'): number | null => {
    const row = store
      .prepared(
        `SELECT sentAt FROM exchanges INDEXED BY exchanges_by_time
         WHERE connectionId = ? AND seq > ? ORDER BY sentAt ${order} LIMIT 1`,
      )
      .get(connectionId, store.clearedUpTo(connectionId));
    return row ? Number(row.sentAt) : null;
  };
  return {
    operations: counted('operation'),
    hosts: counted('host'),
    credentials: counted('credentialId'),
    oldestAt: end('ASC'),
    newestAt: end('DESC'),
  };
}

/** Counts matching exchanges by interval and outcome: from an index or, for a search, a task or credentials, by reading each match. */
export function findTimeline(
  store: ExchangeStore,
  { filter, until, bucketMs, buckets }: TimelineQuery,
): Omit<Timeline, 'revision'> {
  const start = until - buckets * bucketMs;
  const [from, end] = [Math.max(start, filter.from ?? start), Math.min(until, filter.until ?? until)];
  const counts = Array.from({ length: buckets }, (_, index) => ({
    at: start + index * bucketMs,
    counts: Object.fromEntries(OutcomeClass.options.map((outcome) => [outcome, 0])) as Record<OutcomeClass, number>,
  }));
  const isSearch = termsOf(filter.search).size > 0 || filter.taskId !== null || filter.credentials.length > 0;
  const count = isSearch ? countSearched : countConditions;
  for (const { bucket, outcome, n } of count(store, { ...filter, from, until: end }, { start, bucketMs })) {
    const inBucket = counts[Math.min(bucket, buckets - 1)];
    if (inBucket) inBucket.counts[outcome] += n;
  }
  return { bucketMs, buckets: counts };
}

interface BucketCount {
  readonly bucket: number;
  readonly outcome: OutcomeClass;
  readonly n: number;
}

/** The columns of a count: bucket, outcome and number. The quotient is cast, because SQLite binds numbers as reals. */
const BUCKET = 'CAST((sentAt - ?) / ? AS INTEGER) AS bucket, outcome, count(*) AS n';

type Bucketing = Readonly<{ start: number; bucketMs: number }>;

function countSearched(store: ExchangeStore, filter: ExchangeFilter, { start, bucketMs }: Bucketing): BucketCount[] {
  const query = matching(store, filter);
  if (!query) return [];
  return store
    .prepared(`SELECT ${BUCKET} FROM ${JOINED} WHERE ${query.where} GROUP BY 1, 2`)
    .all(start, bucketMs, ...query.values) as unknown as BucketCount[];
}

function countConditions(store: ExchangeStore, filter: ExchangeFilter, { start, bucketMs }: Bucketing): BucketCount[] {
  const conditions = [
    ['outcome', filter.outcomes],
    ['operation', filter.operations],
    ['host', filter.hosts],
  ] as const;
  const active = conditions.filter(([, wanted]) => wanted.length > 0);
  const where = active.map(([column]) => ` AND ${column} IN (SELECT value FROM json_each(?))`).join('');
  return store
    .prepared(
      `SELECT ${BUCKET} FROM exchanges INDEXED BY exchanges_by_time
       WHERE connectionId = ? AND sentAt >= ? AND sentAt < ? AND seq > ?${where} GROUP BY 1, 2`,
    )
    .all(
      ...[start, bucketMs, filter.connectionId, filter.from, filter.until, store.clearedUpTo(filter.connectionId)],
      ...active.map(([, wanted]) => JSON.stringify(wanted)),
    ) as unknown as BucketCount[];
}

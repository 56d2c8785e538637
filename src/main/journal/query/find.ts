/** The queries over one store (pages, facets, timelines), and functions that join the results of two stores. */
import type { InputOf } from '../../../shared/contract/index.ts';
import {
  type ExchangeFacets,
  type ExchangeFilter,
  type ExchangePage,
  OutcomeClass,
  type Timeline,
} from '../../../shared/model/traffic.ts';
import { canAnswer, countsByMinute } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import type { Segment } from '../file/segment.ts';
import type { ExchangeStore } from '../store/store.ts';
import { countBuckets, countRows, segmentQueries, selectRows } from './segment-query.ts';
import { timeSpanOf } from './segment-range.ts';

export type PageQuery = InputOf<'traffic', 'exchanges'>;
export type TimelineQuery = InputOf<'traffic', 'timeline'>;
export type FoundPage = Omit<ExchangePage, 'revision'>;
export type FoundFacets = Omit<ExchangeFacets, 'revision'>;
export type FoundTimeline = Omit<Timeline, 'revision'>;

/** The number up to which matches are counted. */
const MAX_COUNT = 10_000;

/** Matching exchanges, newest first; see ExchangePage. */
export function findPage(store: ExchangeStore, { filter, before, limit }: PageQuery): FoundPage {
  const { catalog } = store;
  const rows: { row: Row; segment: Segment }[] = [];
  let count = 0;
  for (const part of segmentQueries(catalog, filter)) {
    const wanted = limit + 1 - rows.length;
    if (wanted > 0)
      for (const row of selectRows(catalog, part, before, wanted)) rows.push({ row, segment: part.segment });
    if (count <= MAX_COUNT) count += countRows(catalog, part, MAX_COUNT + 1 - count);
    if (count > MAX_COUNT && rows.length > limit) break;
  }
  const exchanges = rows.slice(0, limit).map(({ row, segment }) => store.summaryOf(row, segment));
  return {
    exchanges,
    next: rows.length > limit ? (exchanges.at(-1)?.seq ?? null) : null,
    matched: { count: Math.min(count, MAX_COUNT), more: count > MAX_COUNT },
    total: totalOf(store, filter.connectionId),
  };
}

function totalOf(store: ExchangeStore, connectionId: string): number {
  return store.catalog.visibleOf(connectionId).reduce((sum, segment) => sum + segment.count, 0);
}

/** Operations and hosts with their counts; see ExchangeFacets. */
export function findFacets(store: ExchangeStore, connectionId: string): FoundFacets {
  const { catalog } = store;
  const segments = catalog.visibleOf(connectionId).filter((segment) => segment.count > 0);
  const spans = segments.map((segment) => timeSpanOf(catalog, segment));
  const counted = (kind: 'operation' | 'host' | 'credential'): { name: string; count: number }[] => {
    const counts = new Map<string, number>();
    const statement = catalog.prepared('SELECT name, count FROM names WHERE era = ? AND kind = ? AND count > 0');
    for (const segment of segments)
      for (const row of statement.all(segment.id, kind))
        counts.set(String(row.name), (counts.get(String(row.name)) ?? 0) + Number(row.count));
    return mostFrequentFirst(counts);
  };
  return {
    operations: counted('operation'),
    hosts: counted('host'),
    credentials: counted('credential'),
    oldestAt: spans.length === 0 ? null : Math.min(...spans.map(({ oldest }) => oldest)),
    newestAt: spans.length === 0 ? null : Math.max(...spans.map(({ newest }) => newest)),
  };
}

const mostFrequentFirst = (counts: ReadonlyMap<string, number>): { name: string; count: number }[] =>
  [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, two) => two.count - one.count || (one.name < two.name ? -1 : 1));

/**
 * Matching exchanges counted over time; see Timeline. For whole minutes without a search it reads the minute counts, else every exchange of the
 * time span.
 */
export function findTimeline(store: ExchangeStore, { filter, until, bucketMs, buckets }: TimelineQuery): FoundTimeline {
  const start = until - buckets * bucketMs;
  const counts = Array.from({ length: buckets }, () => OutcomeClass.options.map(() => 0));
  const span = [Math.max(start, filter.from ?? start), Math.min(until, filter.until ?? until)] as const;
  const inSpan: ExchangeFilter = { ...filter, from: span[0], until: span[1] };
  const found = canAnswer(filter, [start, bucketMs, ...span])
    ? store.catalog
        .visibleOf(filter.connectionId)
        .flatMap((segment) => countsByMinute(store.catalog, segment, filter, span, { start, bucketMs }))
    : [...segmentQueries(store.catalog, inSpan)].flatMap((part) =>
        countBuckets(store.catalog, part, span, { start, bucketMs, buckets }),
      );
  for (const { bucket, outcome, count } of found) {
    const inBucket = counts[Math.min(bucket, buckets - 1)];
    if (inBucket) inBucket[outcome] = (inBucket[outcome] ?? 0) + count;
  }
  return {
    bucketMs,
    buckets: counts.map((of, index) => ({ at: start + index * bucketMs, counts: byOutcome(of) })),
  };
}

const byOutcome = (counts: readonly number[]): Record<OutcomeClass, number> =>
  Object.fromEntries(OutcomeClass.options.map((outcome, index) => [outcome, counts[index] ?? 0])) as Record<
    OutcomeClass,
    number
  >;

/** Joins the facets of two stores. */
export function joinFacets(one: FoundFacets, two: FoundFacets): FoundFacets {
  const joined = (kind: 'operations' | 'hosts' | 'credentials') => {
    const counts = new Map<string, number>();
    for (const { name, count } of [...one[kind], ...two[kind]]) counts.set(name, (counts.get(name) ?? 0) + count);
    return mostFrequentFirst(counts);
  };
  const ends = (name: 'oldestAt' | 'newestAt'): number[] => [one[name], two[name]].filter((at) => at !== null);
  const [oldest, newest] = [ends('oldestAt'), ends('newestAt')];
  return {
    operations: joined('operations'),
    hosts: joined('hosts'),
    credentials: joined('credentials'),
    oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
    newestAt: newest.length === 0 ? null : Math.max(...newest),
  };
}

export function joinPages(newer: FoundPage, older: FoundPage, limit: number): FoundPage {
  const all = [...newer.exchanges, ...older.exchanges];
  const exchanges = all.slice(0, limit);
  const count = newer.matched.count + older.matched.count;
  const further = all.length > limit || newer.next !== null || older.next !== null;
  return {
    exchanges,
    next: further ? (exchanges.at(-1)?.seq ?? null) : null,
    matched: {
      count: Math.min(count, MAX_COUNT),
      more: newer.matched.more || older.matched.more || count > MAX_COUNT,
    },
    total: newer.total + older.total,
  };
}

export function joinTimelines(one: FoundTimeline, two: FoundTimeline): FoundTimeline {
  const buckets = one.buckets.map((bucket, index) => {
    const other = two.buckets[index]?.counts;
    const sums = OutcomeClass.options.map((kind) => bucket.counts[kind] + (other?.[kind] ?? 0));
    return { at: bucket.at, counts: byOutcome(sums) };
  });
  return { bucketMs: one.bucketMs, buckets };
}

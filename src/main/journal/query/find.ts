/** Answers what is asked of a store: pages, what there is to filter by, and counts over time. */
import type { InputOf } from '../../../shared/contract/index.ts';
import {
  type ExchangeFacets,
  type ExchangeFilter,
  type ExchangePage,
  OutcomeClass,
  type Timeline,
} from '../../../shared/model/traffic.ts';
import { areEnough, minutesOf } from '../file/minute-counts.ts';
import type { Row } from '../file/row.ts';
import type { Era } from '../file/segment.ts';
import type { Store } from '../store/store.ts';
import { bucketsOf, countOf, partsOf, rowsOf } from './segment-query.ts';
import { spanOf } from './segment-range.ts';

export type PageQuery = InputOf<'traffic', 'exchanges'>;
export type TimelineQuery = InputOf<'traffic', 'timeline'>;
export type Found = Omit<ExchangePage, 'revision'>;
export type FoundFacets = Omit<ExchangeFacets, 'revision'>;
export type FoundTimeline = Omit<Timeline, 'revision'>;

/** Matches are counted up to this many. */
const COUNT_BOUND = 10_000;

/** Matching exchanges, newest first; see ExchangePage. */
export function findPage(store: Store, { filter, before, limit }: PageQuery): Found {
  const { book } = store;
  const rows: { row: Row; era: Era }[] = [];
  let count = 0;
  for (const part of partsOf(book, filter)) {
    const wanted = limit + 1 - rows.length;
    if (wanted > 0) for (const row of rowsOf(book, part, before, wanted)) rows.push({ row, era: part.era });
    if (count <= COUNT_BOUND) count += countOf(book, part, COUNT_BOUND + 1 - count);
    if (count > COUNT_BOUND && rows.length > limit) break;
  }
  const exchanges = rows.slice(0, limit).map(({ row, era }) => store.summary(row, era));
  return {
    exchanges,
    next: rows.length > limit ? (exchanges.at(-1)?.seq ?? null) : null,
    matched: { count: Math.min(count, COUNT_BOUND), more: count > COUNT_BOUND },
    total: totalOf(store, filter.connectionId),
  };
}

function totalOf(store: Store, connectionId: string): number {
  return store.book.of(connectionId).reduce((sum, era) => sum + era.count, 0);
}

/** What there is to filter by; see ExchangeFacets. */
export function findFacets(store: Store, connectionId: string): FoundFacets {
  const { book } = store;
  const eras = book.of(connectionId).filter((era) => era.count > 0);
  const spans = eras.map((era) => spanOf(book, era));
  const counted = (kind: 'operation' | 'host'): { name: string; count: number }[] => {
    const counts = new Map<string, number>();
    const statement = book.sql('SELECT name, count FROM names WHERE era = ? AND kind = ? AND count > 0');
    for (const era of eras)
      for (const row of statement.all(era.id, kind))
        counts.set(String(row.name), (counts.get(String(row.name)) ?? 0) + Number(row.count));
    return mostFirst(counts);
  };
  return {
    operations: counted('operation'),
    hosts: counted('host'),
    oldestAt: spans.length === 0 ? null : Math.min(...spans.map(({ oldest }) => oldest)),
    newestAt: spans.length === 0 ? null : Math.max(...spans.map(({ newest }) => newest)),
  };
}

const mostFirst = (counts: ReadonlyMap<string, number>): { name: string; count: number }[] =>
  [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, two) => two.count - one.count || (one.name < two.name ? -1 : 1));

/** Counts of matching exchanges over time; see Timeline. With a search, or in parts of minutes, it costs in proportion to the exchanges of that time. */
export function findTimeline(store: Store, { filter, until, bucketMs, buckets }: TimelineQuery): FoundTimeline {
  const start = until - buckets * bucketMs;
  const counts = Array.from({ length: buckets }, () => OutcomeClass.options.map(() => 0));
  const span = [Math.max(start, filter.from ?? start), Math.min(until, filter.until ?? until)] as const;
  const asked: ExchangeFilter = { ...filter, from: span[0], until: span[1] };
  const found = areEnough(filter, [start, bucketMs, ...span])
    ? store.book.of(filter.connectionId).flatMap((era) => minutesOf(store.book, era, filter, span, { start, bucketMs }))
    : [...partsOf(store.book, asked)].flatMap((part) =>
        bucketsOf(store.book, part, span, { start, bucketMs, buckets }),
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

/** Two findings as one: what is newer first. */
export function joinFacets(one: FoundFacets, two: FoundFacets): FoundFacets {
  const joined = (kind: 'operations' | 'hosts') => {
    const counts = new Map<string, number>();
    for (const { name, count } of [...one[kind], ...two[kind]]) counts.set(name, (counts.get(name) ?? 0) + count);
    return mostFirst(counts);
  };
  const ends = (name: 'oldestAt' | 'newestAt'): number[] => [one[name], two[name]].filter((at) => at !== null);
  const [oldest, newest] = [ends('oldestAt'), ends('newestAt')];
  return {
    operations: joined('operations'),
    hosts: joined('hosts'),
    oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
    newestAt: newest.length === 0 ? null : Math.max(...newest),
  };
}

export function joinPages(newer: Found, older: Found, limit: number): Found {
  const all = [...newer.exchanges, ...older.exchanges];
  const exchanges = all.slice(0, limit);
  const count = newer.matched.count + older.matched.count;
  const further = all.length > limit || newer.next !== null || older.next !== null;
  return {
    exchanges,
    next: further ? (exchanges.at(-1)?.seq ?? null) : null,
    matched: {
      count: Math.min(count, COUNT_BOUND),
      more: newer.matched.more || older.matched.more || count > COUNT_BOUND,
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

/** Finds the range of sequence numbers in a segment for a time span. */
import type { ExchangeFilter } from '../../../shared/model/traffic.ts';
import type { Segment } from '../file/segment.ts';
import type { SegmentCatalog } from '../file/segment-catalog.ts';

export interface SegmentRange {
  readonly first: number;
  readonly last: number;
  /** The time span; null when the whole segment lies in it. */
  readonly span: readonly [number, number] | null;
  /** Sequence numbers between `first` and `last` whose time is outside the span. */
  readonly outliers: readonly number[];
  /** The time span if there are too many outliers to list; the query then compares the time of each row. */
  readonly recheck: readonly [number, number] | null;
}

/** The usual time from the sending of an exchange to its recording, which happens at its end. */
const NEAR_MS = 5 * 60_000;
const MAX_OUTLIERS = 500;

/** The range for a filter's time span; null when no exchange lies in it. Times ascend with sequence numbers, but not strictly. */
export function segmentRangeOf(catalog: SegmentCatalog, segment: Segment, filter: ExchangeFilter): SegmentRange | null {
  const whole: SegmentRange = {
    first: segment.firstSeq,
    last: segment.lastSeq,
    span: null,
    outliers: [],
    recheck: null,
  };
  if (filter.from === null && filter.until === null) return whole;
  const known = timeSpanOf(catalog, segment);
  const from = filter.from ?? known.oldest;
  const until = filter.until ?? known.newest + 1;
  if (from <= known.oldest && known.newest < until) return whole;
  if (known.newest < from || known.oldest >= until) return null;
  const row = catalog
    .prepared(
      `SELECT min(seq) AS first, max(seq) AS last, count(*) AS n FROM exchanges INDEXED BY exchanges_by_time
       WHERE era = ? AND sent_at >= ? AND sent_at < ?`,
    )
    .get(segment.id, from, until);
  if (row?.first == null) return null;
  const [first, last] = [Number(row.first), Number(row.last)];
  const between = catalog
    .prepared('SELECT count(*) AS n FROM exchanges INDEXED BY exchanges_by_era WHERE era = ? AND seq BETWEEN ? AND ?')
    .get(segment.id, first, last);
  const outliers = outliersOf(catalog, segment, [from, until], [first, last], Number(between?.n) - Number(row.n));
  const bounds = { first, last, span: [from, until] as const };
  return outliers ? { ...bounds, outliers, recheck: null } : { ...bounds, outliers: [], recheck: [from, until] };
}

/** The `count` sequence numbers between `first` and `last` outside the span; null when they are many or far from it. */
function outliersOf(
  catalog: SegmentCatalog,
  segment: Segment,
  [from, until]: readonly [number, number],
  [first, last]: readonly [number, number],
  count: number,
): number[] | null {
  if (count === 0) return [];
  if (count > MAX_OUTLIERS) return null;
  const near = catalog.prepared(
    `SELECT seq FROM exchanges INDEXED BY exchanges_by_time
     WHERE era = ? AND sent_at >= ? AND sent_at < ? AND seq BETWEEN ? AND ?`,
  );
  const rows = [
    ...near.all(segment.id, from - NEAR_MS, from, first, last),
    ...near.all(segment.id, until, until + NEAR_MS, first, last),
  ];
  return rows.length === count ? rows.map(({ seq }) => Number(seq)) : null;
}

/** The times at which the oldest and the newest exchange of a segment were sent. */
export function timeSpanOf(catalog: SegmentCatalog, segment: Segment): { oldest: number; newest: number } {
  const end = (which: 'min' | 'max'): string =>
    `(SELECT ${which}(sent_at) FROM exchanges INDEXED BY exchanges_by_time WHERE era = ?1)`;
  const row = catalog.prepared(`SELECT ${end('min')} AS oldest, ${end('max')} AS newest`).get(segment.id);
  return { oldest: Number(row?.oldest), newest: Number(row?.newest) };
}

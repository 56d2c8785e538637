/** The time window of the timeline, the length of its bars, and their texts. Pure. */

import type { OutcomeClass, Timeline, TimelineBucket } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time/units.ts';
import { OUTCOMES } from '../../../actions/timeline/outcome.ts';
import { formatCount, formatInstant, formatNumber } from '../../../text/format.ts';
import { SPANS, type SpanId, type TimeRange, type TrafficFilters, wholeDayText } from '../filters/traffic-filters.ts';

/** The time that the timeline shows: `buckets` bars of `bucketMs` each; the last ends at `until` (epoch ms). */
export interface TimelineWindow {
  readonly until: number;
  readonly bucketMs: number;
  readonly buckets: number;
}

const BARS = 60;
/** The contract's limit for the number of bars. */
const MAX_BARS = 240;
/** The lengths that a bar may have. Each bar begins at a multiple of its length on the reader's clock. */
const BAR_LENGTHS_MS = [
  ...[100, 200, 500],
  ...[1, 5, 15, 30].map((length) => length * SECOND_MS),
  ...[1, 2, 5, 10, 30].map((length) => length * MINUTE_MS),
  ...[1, 2, 6, 12, 24].map((length) => length * HOUR_MS),
];
const SPAN_BUCKETS: Record<SpanId, { bucketMs: number; buckets: number }> = {
  '5m': { bucketMs: 5 * SECOND_MS, buckets: BARS },
  '1h': { bucketMs: MINUTE_MS, buckets: BARS },
  '24h': { bucketMs: 30 * MINUTE_MS, buckets: 49 },
  '7d': { bucketMs: 2 * HOUR_MS, buckets: 85 },
};
const LAST_MINUTES_MS = 15 * MINUTE_MS;
const LAST_MINUTES = { bucketMs: 15 * SECOND_MS, buckets: BARS };

/** The times of the oldest and the newest recorded exchange of a connection (epoch ms); null when there is none. */
export interface RecordedTimes {
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
}

/** Returns the time to show: the chosen range, the chosen span, or all recorded times and at least 15 minutes. */
export function windowOf(
  span: SpanId | null,
  range: TimeRange | null,
  now: number,
  recorded?: RecordedTimes,
): TimelineWindow {
  if (range) return windowAround(range);
  if (span) return endingAt(now, SPAN_BUCKETS[span]);
  const { oldestAt, newestAt } = recorded ?? {};
  if (typeof oldestAt !== 'number' || typeof newestAt !== 'number' || oldestAt > now)
    return endingAt(now, LAST_MINUTES);
  // Only for recent traffic does the window reach to now: a long empty time would leave old traffic little space.
  const until = Math.max(newestAt, now - newestAt < Math.max(LAST_MINUTES_MS, newestAt - oldestAt) ? now : 0);
  if (until === now && until - oldestAt < LAST_MINUTES_MS) return endingAt(now, LAST_MINUTES);
  return windowAround({ from: Math.min(oldestAt, until - LAST_MINUTES_MS), until: until + 1 });
}

/** The window whose last bar contains `now`. */
function endingAt(now: number, { bucketMs, buckets }: { bucketMs: number; buckets: number }): TimelineWindow {
  return { until: floorTo(now, bucketMs) + bucketMs, bucketMs, buckets };
}

function windowAround({ from: earliest, until }: TimeRange): TimelineWindow {
  const bucketMs = BAR_LENGTHS_MS.find((length) => length * BARS >= until - earliest) ?? DAY_MS;
  const from = floorTo(earliest, bucketMs);
  const count = Math.max(1, Math.ceil((until - from) / bucketMs));
  const buckets = Math.min(MAX_BARS, count);
  return { until: from + count * bucketMs, bucketMs, buckets };
}

/** Rounds down to a multiple of a length on the reader's clock: midnight, 12:00, 14:05:30. */
function floorTo(at: number, lengthMs: number): number {
  const zoneMs = -new Date(at).getTimezoneOffset() * MINUTE_MS;
  return Math.floor((at + zoneMs) / lengthMs) * lengthMs - zoneMs;
}

/** Writes the time that the timeline shows: "the last 15 min", the chosen range, or all recorded times. */
export function windowText(
  window: TimelineWindow,
  filters: Pick<TrafficFilters, 'span' | 'range'>,
  now: number,
): string {
  if (filters.range) return rangeText(filters.range, now);
  const length = window.bucketMs * window.buckets;
  const span = SPANS.find(({ id }) => id === filters.span);
  if (span) return `the last ${formatDuration(span.lengthMs)}`;
  if (length === LAST_MINUTES_MS && window.until > now) return `the last ${formatDuration(length)}`;
  const from = window.until - length;
  return `all recorded times, ${formatInstant(from, { now })} to ${window.until > now ? 'now' : formatInstant(window.until, { now })}`;
}

/** Writes a range: "14:02:15 – 14:03:00" or "yesterday, 20 Nov". An instant on another day than `now` is written with its day. */
export function rangeText({ from, until }: TimeRange, now: number): string {
  const day = wholeDayText({ from, until }, now);
  if (day !== null) return day;
  const today = formatInstant(now, { style: 'day' });
  const textOf = (at: number, known: string): string => {
    const day = formatInstant(at, { style: 'day' });
    return `${day === known ? '' : `${day}, `}${formatInstant(at, { style: 'time' })}`;
  };
  return `${textOf(from, today)} – ${textOf(until, formatInstant(from, { style: 'day' }))}`;
}

export type Counts = Record<OutcomeClass, number>;

export function totalsOf(timeline: Timeline | undefined): Counts {
  const totals = Object.fromEntries(OUTCOMES.map(({ id }) => [id, 0])) as Counts;
  for (const { counts } of timeline?.buckets ?? []) for (const { id } of OUTCOMES) totals[id] += counts[id];
  return totals;
}

const sumOf = (counts: Counts): number => OUTCOMES.reduce((sum, { id }) => sum + counts[id], 0);

/** Writes the counts: "12 exchanges: 9 succeeded, 2 × 429, 1 without response", or "no exchanges". */
export function countsText(counts: Counts): string {
  const sum = sumOf(counts);
  if (sum === 0) return 'no exchanges';
  const parts = OUTCOMES.filter(({ id }) => counts[id] > 0).map(
    ({ id, short }) => `${formatNumber(counts[id])} ${short}`,
  );
  return `${formatCount(sum, 'exchange')}: ${parts.join(', ')}`;
}

/** Writes the start of a bar: "14:02:15", or "20 Nov, 14:00" for bars of at least 5 minutes. */
export const barText = (at: number, bucketMs: number): string =>
  bucketMs < 5 * MINUTE_MS
    ? formatInstant(at, { style: 'time' })
    : `${formatInstant(at, { style: 'day' })}, ${formatInstant(at, { style: 'hour' })}`;

/** Writes a bar: "14:02:15, 3 exchanges: …". */
export const bucketText = (bucket: TimelineBucket, bucketMs: number): string =>
  `${barText(bucket.at, bucketMs)}, ${countsText(bucket.counts)}`;

/** Returns the time range between two bars, given in either order; null without such bars. */
export function rangeBetween(
  buckets: readonly TimelineBucket[],
  bucketMs: number,
  one: number,
  other: number,
): TimeRange | null {
  const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]];
  return first && last ? { from: first.at, until: last.at + bucketMs } : null;
}

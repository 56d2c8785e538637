/** Which piece of time the timeline shows, in how many bars, and what is said about it. Pure. */
import type { OutcomeClass, Timeline, TimelineBucket } from '../../../../shared/model/traffic.ts';
import { formatCount, formatDuration, formatInstant, formatNumber } from '../../../text/format.ts';
import { wholeDayText } from '../filters/time-range.ts';
import { SPANS, type SpanId, type TimeRange, type TrafficFilters } from '../filters/traffic-filters.ts';
import { OUTCOMES } from '../outcome.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What main is asked for. `until` is at the end of the bar that is filling. */
export interface TimelineWindow {
  readonly until: number;
  readonly bucketMs: number;
  readonly buckets: number;
}

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const BARS = 60;
/** More bars than this are not drawn (contract, `timeline`). */
const MAX_BARS = 240;
/** Lengths of a bar; each begins at a whole one of its kind on the reader's clock. */
const BAR_LENGTHS_MS = [
  ...[100, 200, 500],
  ...[1, 5, 15, 30].map((length) => length * SECOND),
  ...[1, 2, 5, 10, 30].map((length) => length * MINUTE),
  ...[1, 2, 6, 12, 24].map((length) => length * HOUR),
];
/** Distances between the marks below the bars. */
const TICK_STEPS_MS = [...BAR_LENGTHS_MS, 10 * SECOND, 15 * MINUTE, 3 * HOUR, 2 * DAY, 7 * DAY, 28 * DAY].sort(
  (a, b) => a - b,
);
const MAX_TICKS = 8;

const SPAN_BUCKETS: Record<SpanId, { bucketMs: number; buckets: number }> = {
  '5m': { bucketMs: 5 * SECOND, buckets: BARS },
  '1h': { bucketMs: MINUTE, buckets: BARS },
  '24h': { bucketMs: 30 * MINUTE, buckets: 49 },
  '7d': { bucketMs: 2 * HOUR, buckets: 85 },
};
const LAST_MINUTES_MS = 15 * MINUTE;
const LAST_MINUTES = { bucketMs: 15 * SECOND, buckets: BARS };

/** What is on record of a connection, from its oldest exchange to its newest. */
export interface RecordedTimes {
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
}

/** The window of a filters: a chosen range as a whole, the chosen span, or all that is on record, and never less than 15 minutes of it. */
export function windowOf(
  span: SpanId | null,
  range: TimeRange | null,
  now: number,
  record?: RecordedTimes,
): TimelineWindow {
  if (range) return windowAround(range);
  if (span) return endingAt(now, SPAN_BUCKETS[span]);
  const { oldestAt, newestAt } = record ?? {};
  if (typeof oldestAt !== 'number' || typeof newestAt !== 'number' || oldestAt > now)
    return endingAt(now, LAST_MINUTES);
  // While it is younger than it is long, it goes up to now; a record of days ago is not pressed into a corner.
  const until = Math.max(newestAt, now - newestAt < Math.max(LAST_MINUTES_MS, newestAt - oldestAt) ? now : 0);
  if (until === now && until - oldestAt < LAST_MINUTES_MS) return endingAt(now, LAST_MINUTES);
  return windowAround({ from: Math.min(oldestAt, until - LAST_MINUTES_MS), until: until + 1 });
}

/** Ends with the bar that is filling. */
function endingAt(now: number, { bucketMs, buckets }: { bucketMs: number; buckets: number }): TimelineWindow {
  return { until: floorTo(now, bucketMs) + bucketMs, bucketMs, buckets };
}

function windowAround({ from: wanted, until }: TimeRange): TimelineWindow {
  const bucketMs = BAR_LENGTHS_MS.find((length) => length * BARS >= until - wanted) ?? DAY;
  const from = floorTo(wanted, bucketMs);
  const wide = Math.max(1, Math.ceil((until - from) / bucketMs));
  const buckets = Math.min(MAX_BARS, wide);
  return { until: from + wide * bucketMs, bucketMs, buckets };
}

/** The last instant, not after `at`, that is a whole multiple of a length on the reader's clock: midnight, 12:00, 14:05:30. */
function floorTo(at: number, lengthMs: number): number {
  const ahead = -new Date(at).getTimezoneOffset() * MINUTE;
  return Math.floor((at + ahead) / lengthMs) * lengthMs - ahead;
}

/** Which bars have a mark below them, at whole and even instants; and whether a mark says its day. */
export function ticksOf({ buckets, bucketMs }: Timeline): { at: number[]; stepMs: number } {
  const step = TICK_STEPS_MS.find(
    (length) => length >= bucketMs && length % bucketMs === 0 && (buckets.length * bucketMs) / length <= MAX_TICKS,
  );
  const stepMs = step ?? 28 * DAY;
  return { at: buckets.filter(({ at }) => floorTo(at, stepMs) === at).map(({ at }) => at), stepMs };
}

/** A mark below the bars: its day at midnight and where marks are days apart, its second where they are less than a minute apart. */
export function tickText(at: number, stepMs: number): string {
  if (stepMs < MINUTE) return formatInstant(at, { style: 'time' });
  const midnight = floorTo(at, DAY) === at;
  return formatInstant(at, { style: stepMs >= DAY || midnight ? 'day' : 'hour' });
}

/** "the last 15 min", from when to when, or all that is on record, which begins where the first bar does or a little later. */
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
  return `all times on record, ${formatInstant(from, { now })} to ${window.until > now ? 'now' : formatInstant(window.until, { now })}`;
}

/** "14:02:15 – 14:03:00", "yesterday, 20 Nov", with the day where it is another one than at `now` on the connection's clock. */
export function rangeText({ from, until }: TimeRange, now: number): string {
  const day = wholeDayText({ from, until }, now);
  if (day !== null) return day;
  const today = formatInstant(now, { style: 'day' });
  const said = (at: number, known: string): string => {
    const day = formatInstant(at, { style: 'day' });
    return `${day === known ? '' : `${day}, `}${formatInstant(at, { style: 'time' })}`;
  };
  return `${said(from, today)} – ${said(until, formatInstant(from, { style: 'day' }))}`;
}

export type Counts = Record<OutcomeClass, number>;

/** The counts of all bars together. */
export function totalsOf(timeline: Timeline | undefined): Counts {
  const totals = Object.fromEntries(OUTCOMES.map(({ id }) => [id, 0])) as Counts;
  for (const { counts } of timeline?.buckets ?? []) for (const { id } of OUTCOMES) totals[id] += counts[id];
  return totals;
}

const sumOf = (counts: Counts): number => OUTCOMES.reduce((sum, { id }) => sum + counts[id], 0);

/** "12 exchanges: 9 succeeded, 2 × 429, 1 without answer"; "no exchange" where there is none. */
export function countsText(counts: Counts): string {
  const sum = sumOf(counts);
  if (sum === 0) return 'no exchange';
  const parts = OUTCOMES.filter(({ id }) => counts[id] > 0).map(
    ({ id, short }) => `${formatNumber(counts[id])} ${short}`,
  );
  return `${formatCount(sum, 'exchange')}: ${parts.join(', ')}`;
}

/** Where a bar begins: "14:02:15", and with its day where it is one of hours. */
export const barText = (at: number, bucketMs: number): string =>
  bucketMs < 5 * MINUTE
    ? formatInstant(at, { style: 'time' })
    : `${formatInstant(at, { style: 'day' })}, ${formatInstant(at, { style: 'hour' })}`;

/** One bar in words: "14:02:15, 3 exchanges: …". */
export const bucketText = (bucket: TimelineBucket, bucketMs: number): string =>
  `${barText(bucket.at, bucketMs)}, ${countsText(bucket.counts)}`;

/** The bars from `one` to `other`, whichever comes first, as a range of time. */
export function rangeBetween(
  buckets: readonly TimelineBucket[],
  bucketMs: number,
  one: number,
  other: number,
): TimeRange | null {
  const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]];
  return first && last ? { from: first.at, until: last.at + bucketMs } : null;
}

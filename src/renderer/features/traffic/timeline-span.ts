/** Which piece of time the timeline shows, in how many bars, and what is said about it. Pure. */
import type { OutcomeClass, Timeline, TimelineBucket } from '../../../shared/model/traffic.ts';
import { formatCount, formatDuration, formatInstant, formatNumber } from '../../ui/format.ts';
import { OUTCOMES } from './outcome.ts';
import type { SpanId, Stretch } from './view.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What main is asked for. `until` is at the end of the bar that is filling. */
export interface Window {
  readonly until: number;
  readonly bucketMs: number;
  readonly buckets: number;
}

const BARS = 60;
/** Lengths of a bar that a person can name. */
const NICE_MS = [
  100, 200, 500, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400,
].map((length, index) => (index < 3 ? length : length * SECOND));

const SPAN_BUCKETS: Record<SpanId, { bucketMs: number; buckets: number }> = {
  '5m': { bucketMs: 5 * SECOND, buckets: BARS },
  '1h': { bucketMs: MINUTE, buckets: BARS },
  '24h': { bucketMs: 20 * MINUTE, buckets: 72 },
};
const LAST_MINUTES = { bucketMs: 15 * SECOND, buckets: BARS };

/** The window of a view: a chosen stretch as a whole, the chosen span, or the last 15 minutes. */
export function windowOf(span: SpanId | null, stretch: Stretch | null, now: number): Window {
  if (stretch) {
    const longest = NICE_MS.at(-1) ?? 0;
    const bucketMs = NICE_MS.find((length) => length * BARS >= stretch.until - stretch.from) ?? longest;
    const from = Math.floor(stretch.from / bucketMs) * bucketMs;
    const buckets = Math.min(240, Math.max(1, Math.ceil((stretch.until - from) / bucketMs)));
    return { until: from + buckets * bucketMs, bucketMs, buckets };
  }
  const { bucketMs, buckets } = span ? SPAN_BUCKETS[span] : LAST_MINUTES;
  return { until: (Math.floor(now / bucketMs) + 1) * bucketMs, bucketMs, buckets };
}

/** "the last 15 min", or from when to when. */
export function windowText(window: Window, stretch: Stretch | null, now: number): string {
  if (stretch) return stretchText(stretch, now);
  return `the last ${formatDuration(window.bucketMs * window.buckets)}`;
}

/** "14:02:15 – 14:03:00", with the day where it is another one than at `now` on the connection's clock. */
export function stretchText({ from, until }: Stretch, now: number): string {
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

/** One bar in words: "14:02:15, 3 exchanges: …". */
export const bucketText = (bucket: TimelineBucket): string =>
  `${formatInstant(bucket.at, { style: 'time' })}, ${countsText(bucket.counts)}`;

/** The bars from `one` to `other`, whichever comes first, as a stretch of time. */
export function stretchBetween(
  buckets: readonly TimelineBucket[],
  bucketMs: number,
  one: number,
  other: number,
): Stretch | null {
  const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]];
  return first && last ? { from: first.at, until: last.at + bucketMs } : null;
}

import { describe, expect, it } from 'vitest';
import {
  dayOf,
  exchangeFilterOf,
  isFiltered,
  parseFilters,
  parseInputValue,
  spanStart,
  toInputValue,
} from '../../../../src/renderer/features/traffic/filters/traffic-filters.ts';
import {
  countsText,
  rangeBetween,
  rangeText,
  totalsOf,
  windowOf,
  windowText,
} from '../../../../src/renderer/features/traffic/timeline/timeline-window.ts';
import { PAGE_SEARCH } from '../../../../src/renderer/navigation/search.ts';

const MINUTE = 60_000;
const now = new Date(2026, 10, 21, 14, 2, 37).getTime();

describe('filters in the address', () => {
  it('ignores invalid values', () => {
    expect(isFiltered(parseFilters({}))).toBe(false);
    const odd = parseFilters(
      PAGE_SEARCH.traffic.parse({ outcome: 'forbidden,nonsense', span: '9y', from: '5', until: '2', search: ' a ' }),
    );
    expect(odd).toMatchObject({ outcomes: ['forbidden'], span: null, range: null, search: 'a' });
  });

  it('prefers a time range over a span', () => {
    const view = parseFilters(PAGE_SEARCH.traffic.parse({ span: '5m', from: '1000', until: '2000' }));
    expect(view.span).toBeNull();
    expect(exchangeFilterOf('c', view, 1)).toMatchObject({ from: 1_000, until: 2_000 });
  });

  it('rounds the start of a span down, so that it changes rarely', () => {
    const start = spanStart('5m', now) ?? 0;
    expect(now - start).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(now - start).toBeLessThan(5 * MINUTE + 15_000);
    expect(spanStart('5m', now + 1_000)).toBe(start);
    expect(spanStart(null, now)).toBeNull();
  });
});

describe('the window of the timeline', () => {
  it('ends with the current bar', () => {
    const { until, bucketMs, buckets } = windowOf(null, null, now);
    expect([bucketMs, buckets]).toEqual([15_000, 60]);
    expect(until).toBeGreaterThan(now);
    expect(until - now).toBeLessThanOrEqual(15_000);
  });

  it('covers all recorded times, up to now for recent traffic', () => {
    const cover = (oldestAt: number, newestAt: number) => windowOf(null, null, now, { oldestAt, newestAt });
    for (const [oldest, newest] of [
      [20 * MINUTE, MINUTE],
      [7 * 60 * MINUTE, 0],
      [40 * 1_440 * MINUTE, 39 * 1_440 * MINUTE],
      [200 * 1_440 * MINUTE, 0],
    ] as const) {
      const { until, bucketMs, buckets } = cover(now - oldest, now - newest);
      expect(until - buckets * bucketMs).toBeLessThanOrEqual(now - oldest);
      expect(until).toBeGreaterThan(now - newest);
      const onTheWall = until - new Date(until).getTimezoneOffset() * MINUTE;
      expect(onTheWall % Math.min(bucketMs, 60 * MINUTE)).toBe(0);
    }
    expect(cover(now - 5_000, now - 1_000)).toEqual(windowOf(null, null, now));
    expect(cover(now - 40 * 1_440 * MINUTE, now - 39 * 1_440 * MINUTE).until).toBeLessThan(now - 38 * 1_440 * MINUTE);
    const window = cover(now - 20 * MINUTE, now - MINUTE);
    expect(windowText(window, parseFilters({}), now)).toBe('all recorded times, today 13:42 to now');
  });

  it('converts days and input values', () => {
    const yesterday = dayOf(now, 1);
    expect(toInputValue(yesterday.from)).toBe('2026-11-20T00:00');
    expect(parseInputValue(toInputValue(now))).toBe(now);
    expect(parseInputValue('')).toBeNull();
    expect(rangeText(yesterday, now)).toMatch(/^yesterday, .*20/);
    expect(rangeText(dayOf(now), now)).toMatch(/^today, .*21/);
  });

  it('covers a chosen range in bars of a round length', () => {
    for (const length of [50, 1_000, 45_000, 3_600_000, 86_400_000, 40 * 86_400_000]) {
      const { until, bucketMs, buckets } = windowOf(null, { from: now, until: now + length }, now);
      expect(until - buckets * bucketMs).toBeLessThanOrEqual(now);
      expect(until).toBeGreaterThanOrEqual(now + length);
      expect(buckets).toBeLessThanOrEqual(61);
    }
  });

  it('shows the day of a range only when it is not today', () => {
    expect(rangeText({ from: now, until: now + MINUTE }, now)).toBe('14:02:37 – 14:03:37');
    expect(rangeText({ from: now, until: now + MINUTE }, now + 86_400_000)).toMatch(/Nov.*, 14:02:37 – 14:03:37$/);
    expect(rangeText({ from: now, until: now + 86_400_000 }, now)).toMatch(/^14:02:37 – .*22.*14:02:37$/);
  });
});

it('countsText and totalsOf sum up the bars', () => {
  const none = totalsOf(undefined);
  expect(countsText(none)).toBe('no exchanges');
  const buckets = [1, 2].map((at) => ({ at, counts: { ...none, ok: at, tooMany: 1 } }));
  expect(countsText(totalsOf({ revision: 1, bucketMs: 10, buckets }))).toBe('5 exchanges: 3 succeeded, 2 × 429');
  expect(rangeBetween(buckets, 10, 1, 0)).toEqual({ from: 1, until: 12 });
  expect(rangeBetween(buckets, 10, 4, 0)).toBeNull();
});

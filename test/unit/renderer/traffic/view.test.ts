import { describe, expect, it } from 'vitest';
import {
  countsText,
  stretchBetween,
  stretchText,
  totalsOf,
  windowOf,
} from '../../../../src/renderer/features/traffic/timeline-span.ts';
import { filterOfView, isNarrowed, spanStart, viewOf } from '../../../../src/renderer/features/traffic/view.ts';

const MINUTE = 60_000;
const now = new Date(2026, 10, 21, 14, 2, 37).getTime();

describe('the address', () => {
  it('is read into conditions; what is none is left out', () => {
    expect(isNarrowed(viewOf({}))).toBe(false);
    const odd = viewOf({ outcome: 'forbidden,nonsense', span: '9y', from: '5', until: '2', search: ' a ' });
    expect(odd).toMatchObject({ outcomes: ['forbidden'], span: null, stretch: null, search: 'a' });
  });

  it('holds a stretch of time rather than the last minutes', () => {
    const view = viewOf({ span: '5m', from: '1000', until: '2000' });
    expect(view.span).toBeNull();
    expect(filterOfView('c', view, 1)).toMatchObject({ from: 1_000, until: 2_000 });
  });

  it('begins the last minutes a little early, so that it need not move all the time', () => {
    const start = spanStart('5m', now) ?? 0;
    expect(now - start).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(now - start).toBeLessThan(5 * MINUTE + 15_000);
    expect(spanStart('5m', now + 1_000)).toBe(start);
    expect(spanStart(null, now)).toBeNull();
  });
});

describe('the window of the timeline', () => {
  it('ends with the bar that is filling', () => {
    const { until, bucketMs, buckets } = windowOf(null, null, now);
    expect([bucketMs, buckets]).toEqual([15_000, 60]);
    expect(until).toBeGreaterThan(now);
    expect(until - now).toBeLessThanOrEqual(15_000);
  });

  it('holds the whole of a chosen stretch in bars of a length that can be named', () => {
    for (const length of [50, 1_000, 45_000, 3_600_000, 86_400_000, 40 * 86_400_000]) {
      const { until, bucketMs, buckets } = windowOf(null, { from: now, until: now + length }, now);
      expect(until - buckets * bucketMs).toBeLessThanOrEqual(now);
      expect(until).toBeGreaterThanOrEqual(now + length);
      expect(buckets).toBeLessThanOrEqual(61);
    }
  });

  it('says a stretch with the day only where it is another one', () => {
    expect(stretchText({ from: now, until: now + MINUTE }, now)).toBe('14:02:37 – 14:03:37');
    expect(stretchText({ from: now, until: now + MINUTE }, now + 86_400_000)).toMatch(/Nov.*, 14:02:37 – 14:03:37$/);
    expect(stretchText({ from: now, until: now + 86_400_000 }, now)).toMatch(/^14:02:37 – .*22.*14:02:37$/);
  });
});

it('counts the bars in words', () => {
  const none = totalsOf(undefined);
  expect(countsText(none)).toBe('no exchange');
  const buckets = [1, 2].map((at) => ({ at, counts: { ...none, ok: at, tooMany: 1 } }));
  expect(countsText(totalsOf({ revision: 1, bucketMs: 10, buckets }))).toBe('5 exchanges: 3 succeeded, 2 × 429');
  expect(stretchBetween(buckets, 10, 1, 0)).toEqual({ from: 1, until: 12 });
  expect(stretchBetween(buckets, 10, 4, 0)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { dateOf, resetMs, retryAfterMs } from '../../../../src/main/http/headers.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const SECONDS_NOW = NOW / 1_000;

describe('Retry-After', () => {
  it('counts a date from the service’s own Date', () => {
    const headers = new Headers({
      date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      'retry-after': 'Sat, 21 Nov 2026 12:05:00 GMT',
    });
    expect(retryAfterMs(headers, NOW)).toBe(5 * 60_000);
    expect(dateOf(headers)).toBe(NOW + 3 * 3_600_000);
  });

  it.each(['soon', '', '-5', '99999999999'])('ignores the implausible value “%s”', (value) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), NOW)).toBeNull();
    expect(retryAfterMs(new Headers({ 'ratelimit-reset': value }), NOW)).toBeNull();
  });

  it.each<[Record<string, string>, number]>([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': ' 1.5 ' }, 1_500],
    [{ 'retry-after': '5, 5;w=60' }, 5_000],
    [{ 'retry-after': '2026-11-21T09:00:07Z' }, 7_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 08:59:00 GMT' }, 0],
    [{ 'retry-after': '99999999999', 'ratelimit-reset': '4' }, 4_000],
    [{ 'ratelimit-reset': '60;w=86400' }, 60_000],
  ])('%j', (headers, expected) => {
    expect(retryAfterMs(new Headers(headers), NOW)).toBe(expected);
  });
});

describe('a reset', () => {
  it.each<[string | null, number | null]>([
    ['60', 60_000],
    [`${SECONDS_NOW + 60}`, 60_000],
    [`${NOW + 60_000}`, 60_000],
    ['Sat, 21 Nov 2026 09:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 08:59:00 GMT', null],
    ['1e99', null],
    ['99999999999999999999', null],
    ['', null],
    [null, null],
  ])('“%s”', (text, expected) => {
    expect(resetMs(text, new Headers(), NOW)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRetryAt, readServerDate, readServerQuota } from '../../../../../src/main/http/headers/quota-headers.ts';

const NOW = Date.UTC(2026, 10, 21, 9);

describe('quota headers', () => {
  it.each<[Record<string, string>, object | null]>([
    [
      { 'ratelimit-limit': '5', 'ratelimit-remaining': '2', 'ratelimit-reset': '60' },
      { limit: 5, remaining: 2, resetAt: NOW + 60_000 },
    ],
    [
      { 'x-ratelimit-limit-day': '5', 'x-ratelimit-remaining-day': '4' },
      { limit: 5, remaining: 4, resetAt: null },
    ],
    [{ 'ratelimit-limit': '5, 5;w=86400' }, { limit: 5, remaining: null, resetAt: null }],
    [{ 'ratelimit-remaining': '-1' }, null],
    [{ 'ratelimit-remaining': 'many', 'ratelimit-reset': '1e99' }, null],
    [{ 'ratelimit-reset': '99999999999999999999' }, null],
    [{}, null],
  ])('%j', (headers, expected) => {
    expect(readServerQuota(new Headers(headers), NOW)).toEqual(expected && { receivedAt: NOW, ...expected });
  });

  it('tells a date of Retry-After by the server’s own clock', () => {
    const headers = new Headers({
      date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      'retry-after': 'Sat, 21 Nov 2026 12:05:00 GMT',
    });
    expect(readRetryAt(headers, NOW)).toBe(NOW + 5 * 60_000);
    expect(readServerDate(headers)).toBe(NOW + 3 * 3_600_000);
  });

  it.each(['soon', '', '-5', '99999999999'])('does not believe Retry-After “%s”', (value) => {
    expect(readRetryAt(new Headers({ 'retry-after': value }), NOW)).toBeNull();
  });
});

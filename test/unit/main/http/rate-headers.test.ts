import { describe, expect, it } from 'vitest';
import { readReportedLimits, readServerQuota } from '../../../../src/main/http/headers.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const reported = (headers: Record<string, string>) =>
  readReportedLimits(new Headers(headers), NOW).map(({ windowMs, limit, remaining, resetMs }) => [
    windowMs,
    limit,
    remaining,
    resetMs,
  ]);

describe('readReportedLimits', () => {
  it.each<[string, Record<string, string>, (number | null)[][]]>([
    [
      'windows by name, in any case',
      {
        'X-RateLimit-Limit-Second': '5',
        'x-ratelimit-remaining-second': '3',
        'X-RATELIMIT-LIMIT-DAY': '1000',
        'X-Rate-Limit-Remaining-Hour': '7',
        'X-RateLimit-Reset-Hour': '60',
      },
      [
        [3_600_000, null, 7, 60_000],
        [86_400_000, 1_000, null, null],
        [1_000, 5, 3, null],
      ],
    ],
    [
      'the oldest form, without a window',
      { 'X-Rate-Limit-Limit': '60', 'X-Rate-Limit-Remaining': '9' },
      [[null, 60, 9, null]],
    ],
    [
      'a reset as an instant',
      { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '9', 'X-RateLimit-Reset': `${NOW / 1_000 + 30}` },
      [[null, 60, 9, 30_000]],
    ],
    [
      'a reset as an instant in ms',
      { 'X-RateLimit-Remaining': '9', 'X-RateLimit-Reset': `${NOW + 4_500}` },
      [[null, null, 9, 4_500]],
    ],
    [
      'an instant by the server’s own clock',
      {
        'X-RateLimit-Remaining': '9',
        'X-RateLimit-Reset': `${NOW / 1_000 + 3_630}`,
        Date: new Date(NOW + 3_600_000).toUTCString(),
      },
      [[null, null, 9, 30_000]],
    ],
    [
      'three headers',
      { 'RateLimit-Limit': '100', 'RateLimit-Remaining': '50', 'RateLimit-Reset': '5' },
      [[null, 100, 50, 5_000]],
    ],
    [
      'three headers with a policy',
      { 'RateLimit-Limit': '100, 100;w=60', 'RateLimit-Remaining': '50', 'RateLimit-Reset': '5' },
      [[60_000, 100, 50, 5_000]],
    ],
    [
      'one header',
      { RateLimit: 'limit=100, remaining=50, reset=5', 'RateLimit-Policy': '100;w=60;comment="a, b; c"' },
      [[60_000, 100, 50, 5_000]],
    ],
    [
      'structured fields',
      { RateLimit: '"default";r=50;t=30', 'RateLimit-Policy': '"default";q=100;w=60' },
      [[60_000, 100, 50, 30_000]],
    ],
    [
      'several policies, of which one counts no requests',
      {
        RateLimit: '"burst";r=4',
        'RateLimit-Policy': '"burst";q=5;w=1, "day";q=900;w=86400, "size";q=9;w=60;qu="content-bytes"',
      },
      [
        [1_000, 5, 4, null],
        [86_400_000, 900, null, null],
      ],
    ],
    ['a structured field of no policy', { RateLimit: '"default";r=50;t=30' }, [[null, null, 50, 30_000]]],
    [
      'nonsense',
      {
        'X-RateLimit-Limit-Minute': 'many',
        'X-RateLimit-Remaining-Minute': '-1',
        RateLimit: '"',
        'RateLimit-Policy': ';;=,',
      },
      [],
    ],
    ['a limit without the rest', { 'X-RateLimit-Limit-Minute': '60' }, [[60_000, 60, null, null]]],
    [
      'a reset of a year',
      { 'X-RateLimit-Remaining': '9', 'X-RateLimit-Reset': `${NOW / 1_000 + 31_536_000}` },
      [[null, null, 9, null]],
    ],
  ])('reads %s', (_, headers, expected) => {
    expect(reported(headers)).toEqual(expected);
  });

  it('reads no header value when no header name is about limits', () => {
    class Unread extends Headers {
      override get(): never {
        throw new Error('a value was read');
      }
    }
    expect(readReportedLimits(new Unread({ 'content-type': 'text/plain', 'retry-after': '3' }), NOW)).toEqual([]);
  });
});

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
    [
      { 'ratelimit-limit': '5', 'ratelimit-remaining': '4', 'x-ratelimit-remaining-day': '0' },
      { limit: 5, remaining: 0, resetAt: null },
    ],
    [
      { 'ratelimit-limit': '5', 'ratelimit-remaining': '50' },
      { limit: 5, remaining: null, resetAt: null },
    ],
    [
      { 'ratelimit-limit': '50', 'ratelimit-remaining': '50', 'x-ratelimit-limit-day': '5' },
      { limit: 5, remaining: null, resetAt: null },
    ],
    [{ 'ratelimit-limit': '5, 5;w=86400' }, { limit: 5, remaining: null, resetAt: null }],
    [{ 'ratelimit-remaining': '-1' }, null],
    [{ 'ratelimit-remaining': 'many', 'ratelimit-reset': '1e99' }, null],
    [{ 'ratelimit-reset': '99999999999999999999' }, null],
    [{}, null],
  ])('%j', (headers, expected) => {
    expect(readServerQuota(new Headers(headers), NOW)).toEqual(expected && { receivedAt: NOW, ...expected });
  });
});

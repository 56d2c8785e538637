import { describe, expect, it } from 'vitest';
import { readServerQuota } from '../../../../../src/main/http/headers/quota-headers.ts';

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
});

import { describe, expect, it } from 'vitest';
import { fixedWindowServer, slidingLogServer, tokenBucketServer } from '../../support/rate-servers/models.ts';

const RULES = [
  { windowMs: 1_000, limit: 2 },
  { windowMs: 10_000, limit: 3 },
];

const verdicts = (server: ReturnType<typeof slidingLogServer>, instants: number[]) =>
  instants.map((at) => server.arrive(at).accepted);

describe('servers that hold to limits', () => {
  it('count by a log of the last arrivals', () => {
    const server = slidingLogServer(RULES);
    expect(verdicts(server, [0, 0, 999, 1_000, 1_999, 10_000, 10_000, 10_001])).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(server).toMatchObject({ accepted: 5, rateLimited: 3 });
  });

  it('count in windows of the clock, whatever their phase', () => {
    expect(verdicts(fixedWindowServer(RULES), [999, 999, 999, 1_000, 1_001, 10_000])).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(verdicts(fixedWindowServer(RULES, 500), [499, 499, 500, 10_499, 10_500])).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('count by buckets that refill, also by small ones', () => {
    expect(verdicts(tokenBucketServer(RULES), [0, 0, 499, 500, 3_000, 3_333.4])).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(verdicts(tokenBucketServer(RULES, 1), [0, 3_000, 3_334])).toEqual([true, false, true]);
  });

  it('tell what is left, and how long to wait', () => {
    const server = slidingLogServer(RULES);
    expect(server.arrive(0).headers).toEqual({
      'x-ratelimit-limit-second': '2',
      'x-ratelimit-remaining-second': '1',
    });
    server.arrive(0);
    expect(server.arrive(1).headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining-second': '0' });
  });
});

/** How a limiter applies rate-limit headers and 429s. */
import { describe, expect, it } from 'vitest';
import { Limiter, type Permit } from '../../../../../src/main/traffic/limits/limiter.ts';
import { RateGroup, type RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { ManualClock, settle } from '../../../../support/manual-clock.ts';
import { BOOKING_RULES } from './server-model.ts';

function make(rules: RateRule[] = BOOKING_RULES) {
  const clock = new ManualClock();
  const limiter = new Limiter({ api: 'booking', rules, clock });
  const send = async (): Promise<Permit> => {
    const permit = await clock.until(limiter.acquire());
    permit.sent();
    return permit;
  };
  const answer = (permit: Permit, headers: Record<string, string>, status = 200) =>
    permit.answered(answerOf({ status, headers }, clock.now()));
  const window = (windowMs: number) => limiter.snapshot().windows.find((it) => it.windowMs === windowMs);
  return { clock, limiter, send, answer, window };
}

const minute = (limit: number, remaining: number) => ({
  'x-ratelimit-limit-minute': `${limit}`,
  'x-ratelimit-remaining-minute': `${remaining}`,
});

describe('Limiter with reported limits', () => {
  it('applies a stricter limit, and records a finding', async () => {
    const { clock, limiter, send, answer, window } = make();
    answer(await send(), minute(60, 59));
    expect(window(60_000)).toMatchObject({ limit: 275, allowed: 60, used: 1, otherClients: 0 });
    expect(limiter.snapshot().findings).toMatchObject([
      { kind: 'stricter', windowMs: 60_000, limit: 275, theirs: 60, times: 1 },
    ]);
    const granted: number[] = [];
    for (let index = 0; index < 20; index += 1)
      void limiter.acquire().then((permit) => {
        granted.push(clock.now());
        permit.answered(answerOf({ status: 200 }));
      });
    await clock.advance(30_000);
    expect((granted.at(-1) ?? 0) - (granted.at(-2) ?? 0)).toBeGreaterThan(790);
  });

  it('is not faster with a more generous limit', async () => {
    const { limiter, send, answer, window } = make();
    answer(await send(), minute(10_000, 9_999));
    expect(window(60_000)).toMatchObject({ limit: 275, allowed: 275, otherClients: 0, server: { limit: 10_000 } });
    expect(limiter.snapshot().findings).toEqual([]);
  });

  it('drops a limit that the server has not reported for a day', async () => {
    const { clock, send, answer, window } = make();
    answer(await send(), minute(60, 59));
    await clock.advance(86_400_001);
    answer(await send(), {});
    expect(window(60_000)).toMatchObject({ allowed: 275 });
  });

  it('leaves permits to the other clients that the server counts, until the window is over', async () => {
    const { clock, limiter, send, answer, window } = make();
    answer(await send(), minute(275, 200));
    expect(window(60_000)).toMatchObject({ used: 75, otherClients: 74 });
    const [finding] = limiter.snapshot().findings;
    expect(finding).toMatchObject({
      kind: 'otherClients',
      windowMs: 60_000,
      limit: 275,
      ours: 1,
      theirs: 75,
      exchangeId: 'x1',
    });
    await clock.advance(59_000);
    expect(window(60_000)).toMatchObject({ otherClients: 74 });
    await clock.advance(1_020);
    expect(window(60_000)).toMatchObject({ used: 0, otherClients: 0 });
  });

  it('waits while other clients have used everything up: for seconds, and once a 429 confirms it until the reported reset', async () => {
    const { clock, send, answer, limiter } = make();
    const nothingLeft = { ...minute(275, 0), 'x-ratelimit-reset-minute': '20' };
    answer(await send(), nothingLeft);
    expect(limiter.snapshot().findings).toMatchObject([{ kind: 'doubted', windowMs: 60_000, theirs: 0 }]);
    const askedAt = clock.now();
    const permit = await clock.until(limiter.acquire());
    expect(clock.now() - askedAt).toBe(6_000);
    permit.sent();
    const start = clock.now();
    permit.answered(answerOf({ status: 429, headers: new Headers(nothingLeft) }, clock.now()));
    const next = limiter.acquire();
    expect(limiter.snapshot().estimateMs).toBe(21_000);
    await clock.until(next);
    expect(clock.now() - start).toBe(21_000);
  });

  it('lets other clients first use what the server allows beyond our limit', async () => {
    const { clock, limiter, send, answer, window } = make([{ windowMs: 60_000, limit: 60 }]);
    answer(await send(), minute(600, 399));
    expect(window(60_000)).toMatchObject({ allowed: 60, used: 1, otherClients: 0 });
    expect(limiter.snapshot().findings).toMatchObject([{ kind: 'otherClients', limit: 600, ours: 1, theirs: 201 }]);
    // Other clients have used 570 of the server’s 600, so 30 of our 60 are left.
    answer(await send(), minute(600, 29));
    expect(window(60_000)).toMatchObject({ used: 31, otherClients: 29 });
    // The report names no limit: the last reported one, 600, counts.
    answer(await send(), { 'x-ratelimit-remaining-minute': '19' });
    expect(window(60_000)).toMatchObject({ used: 41, otherClients: 38 });
    await clock.advance(60_100);
    expect(window(60_000)).toMatchObject({ used: 0, otherClients: 0 });
  });

  it('releases permits when the server counts fewer', async () => {
    const { send, answer, window } = make();
    answer(await send(), minute(275, 200));
    answer(await send(), minute(275, 240));
    expect(window(60_000)).toMatchObject({ used: 35, otherClients: 33 });
    answer(await send(), minute(275, 272));
    expect(window(60_000)).toMatchObject({ used: 3, otherClients: 0 });
  });

  it('counts no request in flight twice, however answers overtake each other', async () => {
    const { send, answer, window, limiter } = make();
    const permits: Permit[] = [];
    for (let index = 0; index < 5; index += 1) permits.push(await send());
    // All five arrived before any was answered; the answers come in the reverse order of arrival.
    for (const [index, permit] of permits.reverse().entries()) {
      answer(permit, minute(275, 270 + index));
      expect(window(60_000)).toMatchObject({ used: 5, otherClients: 0 });
    }
    expect(limiter.snapshot().findings).toEqual([]);
  });

  it('applies the newest report only', async () => {
    const { send, answer, window, clock } = make();
    const early = await send();
    await clock.advance(500);
    answer(await send(), minute(275, 273));
    answer(early, minute(275, 100));
    expect(window(60_000)).toMatchObject({ used: 2, otherClients: 0 });
  });

  it('applies a window that only the server reports, also without rules', async () => {
    const { clock, limiter, send, answer, window } = make([]);
    answer(await send(), { 'ratelimit-policy': '"default";q=3;w=10', ratelimit: '"default";r=2;t=10' });
    expect(window(10_000)).toMatchObject({ limit: 3, allowed: 3, used: 1, otherClients: 0 });
    const granted: number[] = [];
    const start = clock.now();
    for (let index = 0; index < 4; index += 1)
      void limiter.acquire().then((permit) => {
        granted.push(clock.now() - start);
        permit.answered(answerOf({ status: 200 }));
      });
    await clock.advance(60_000);
    expect(granted).toHaveLength(4);
    expect(granted[2]).toBeGreaterThanOrEqual(10_000);
  });

  it('ignores a window that no rule could describe, and windows beyond the maximum', async () => {
    const { limiter, send, answer } = make();
    answer(await send(), { 'x-ratelimit-limit-day': '5000000', 'x-ratelimit-remaining-day': '4999999' });
    answer(await send(), { 'ratelimit-policy': '5;w=99999999999' });
    expect(limiter.snapshot().windows).toHaveLength(3);
    for (let seconds = 2; seconds < 30; seconds += 1)
      answer(await send(), { 'ratelimit-policy': `900000;w=${seconds}` });
    answer(await send(), { 'ratelimit-policy': '9000000;w=2' });
    expect(limiter.snapshot().windows).toHaveLength(11);
    expect(RateGroup.safeParse(limiter.snapshot()).success).toBe(true);
  });

  it.each([
    ['a day', 'is plausible', [{ windowMs: 31_000_000_000, limit: 50 }], 200, 86_400_000],
    ['ten minutes', 'is far below our limits and came with a 429', BOOKING_RULES, 429, 600_000],
  ])('grants queued requests when a report expires, after %s if it %s', async (_, __, rules, status, afterMs) => {
    const { clock, limiter, send, answer } = make(rules);
    answer(await send(), { 'ratelimit-policy': '1;w=31000000' }, status);
    const start = clock.now();
    const next = limiter.acquire().then(() => clock.now());
    expect((await clock.until(next)) - start).toBe(afterMs);
  });

  it('applies a report without a window to the one rule with that limit, else to none', async () => {
    const { send, answer, window } = make();
    answer(await send(), { 'x-ratelimit-limit': '275', 'x-ratelimit-remaining': '100' });
    expect(window(60_000)).toMatchObject({ otherClients: 174, server: { remaining: 100 } });
    answer(await send(), { 'x-ratelimit-limit': '999', 'x-ratelimit-remaining': '0' });
    expect([1_000, 60_000, 3_600_000].map((length) => window(length)?.server?.remaining ?? null)).toEqual([
      null,
      100,
      null,
    ]);
  });
});

describe('Limiter with implausible headers', () => {
  const hourly = { 'ratelimit-policy': '1;w=3600' };

  it('ignores a limit far below ours, and says so', async () => {
    const { clock, limiter, send, answer, window } = make();
    answer(await send(), hourly);
    expect(window(3_600_000)).toMatchObject({ limit: 16_500, allowed: 16_500, server: { limit: 1 } });
    expect(limiter.snapshot().findings).toMatchObject([
      { kind: 'doubted', windowMs: 3_600_000, limit: 16_500, theirs: 1, ours: 1, exchangeId: 'x1' },
    ]);
    expect(RateGroup.safeParse(limiter.snapshot()).success).toBe(true);
    const start = clock.now();
    await send();
    expect(clock.now() - start).toBeLessThan(1_100);
  });

  it('believes the same limit of a 429', async () => {
    const { send, answer, window } = make();
    for (let count = 0; count < 3; count += 1) answer(await send(), {});
    answer(await send(), hourly, 429);
    expect(window(3_600_000)).toMatchObject({ allowed: 1 });
  });

  it('believes a used-up hour without a reset for a minute only', async () => {
    const { clock, send, answer } = make();
    answer(await send(), { 'x-ratelimit-limit-hour': '16500', 'x-ratelimit-remaining-hour': '0' });
    const start = clock.now();
    await send();
    expect(clock.now() - start).toBeLessThanOrEqual(60_010);
  });

  it('ignores a limit of which more is left than it allows', async () => {
    const { send, answer, window, limiter } = make();
    answer(await send(), minute(5, 50));
    expect(window(60_000)).toMatchObject({ allowed: 275, used: 1, otherClients: 0 });
    expect(limiter.snapshot().findings).toMatchObject([{ kind: 'doubted', theirs: 5 }]);
  });
});

describe('Limiter after a 429', () => {
  it('pauses, halves the rate and recovers, and records a finding', async () => {
    const { clock, limiter, send, answer } = make();
    const start = clock.now();
    answer(await send(), { 'retry-after': '7' }, 429);
    expect(limiter.snapshot()).toMatchObject({ rateShare: 0.5, pausedUntil: start + 7_000 });
    expect(limiter.snapshot().findings).toEqual([
      {
        kind: 'rateLimited',
        windowMs: 1_000,
        limit: 5,
        ours: 1,
        theirs: null,
        times: 1,
        firstAt: start,
        lastAt: start,
        exchangeId: 'x1',
      },
    ]);
    const granted: number[] = [];
    for (let index = 0; index < 6; index += 1)
      void limiter.acquire().then((permit) => {
        granted.push(clock.now() - start);
        permit.answered(answerOf({ status: 200 }));
      });
    await clock.advance(10_000);
    expect(granted[0]).toBe(7_000);
    expect((granted[1] ?? 0) - (granted[0] ?? 0)).toBeGreaterThan(340);
    await clock.advance(67_000);
    expect(limiter.snapshot()).toMatchObject({ rateShare: 1, pausedUntil: null });
  });

  it('halves once for all requests in flight together, and names the window that is used up', async () => {
    const { limiter, send, answer, clock } = make();
    const permits = [await send(), await send(), await send()];
    for (const permit of permits) answer(permit, minute(275, 0), 429);
    expect(limiter.snapshot().rateShare).toBe(0.5);
    expect(limiter.snapshot().findings.find(({ kind }) => kind === 'rateLimited')).toMatchObject({
      windowMs: 60_000,
      limit: 275,
      theirs: 275,
      times: 3,
    });
    await clock.advance(61_500);
    expect(limiter.snapshot().rateShare).toBe(1);
    answer(await send(), {}, 429);
    expect(limiter.snapshot().rateShare).toBe(0.5);
  });

  it('paces requests without rules, and stops pacing when the rate has recovered', async () => {
    const { clock, limiter, send, answer } = make([]);
    const permits: Permit[] = [];
    for (let index = 0; index < 20; index += 1) permits.push(await send());
    for (const permit of permits.slice(1)) answer(permit, {});
    answer(permits[0] as Permit, {}, 429);
    expect(limiter.snapshot().findings).toMatchObject([{ kind: 'rateLimited', windowMs: null, limit: null, ours: 20 }]);
    const granted: number[] = [];
    const run = (count: number) => {
      for (let index = 0; index < count; index += 1)
        void limiter.acquire().then((permit) => {
          granted.push(clock.now());
          permit.answered(answerOf({ status: 200 }));
        });
    };
    run(4);
    await clock.advance(5_000);
    expect((granted[2] ?? 0) - (granted[1] ?? 0)).toBeGreaterThanOrEqual(900);
    await clock.advance(120_000);
    run(1);
    await settle();
    run(50);
    await settle();
    expect(granted).toHaveLength(55);
  });
});

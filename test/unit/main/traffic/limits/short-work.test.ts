/** Work that fits into what is left of the long windows goes at the pace of the short one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import type { Lane, RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { fixedWindowServer, slidingLogServer, tokenBucketServer } from '../../../../support/rate-servers/models.ts';
import { VirtualClock } from '../../../../support/rate-servers/virtual-clock.ts';

const OPEN_API_RULES: RateRule[] = [
  { windowMs: 1_000, limit: 15 },
  { windowMs: 60_000, limit: 120 },
  { windowMs: 3_600_000, limit: 5_000 },
];

/** The longest window binds within minutes. */
const TIGHT_RULES: RateRule[] = [
  { windowMs: 1_000, limit: 15 },
  { windowMs: 60_000, limit: 120 },
  { windowMs: 600_000, limit: 700 },
];

function make(rules = OPEN_API_RULES, server = slidingLogServer(rules)) {
  const clock = new VirtualClock();
  const start = clock.now();
  const limiter = new Limiter({ api: 'openApi', rules, clock });
  /** Queues requests at once; returns when each was sent, in ms since the start. */
  const work = (count: number, lane: Lane, delays = { thereMs: 20, backMs: 20 }, following = 0): number[] => {
    const sentAt: number[] = [];
    for (let index = 0; index < count; index += 1)
      void limiter.acquire({ kind: 'list', lane, task: lane, following }).then((permit) => {
        sentAt.push(clock.now() - start);
        permit.sent();
        clock.after(delays.thereMs, () => {
          const { accepted } = server.arrive(clock.now());
          clock.after(delays.backMs, () => permit.answered(answerOf({ status: accepted ? 200 : 429 })));
        });
      });
    return sentAt;
  };
  return { clock, start, limiter, server, work };
}

describe('Limiter, for short work', () => {
  it.each(['interactive', 'background', 'bulk'] as const)('sends 51 pages in about four seconds (%s)', async (lane) => {
    const { clock, start, work, limiter, server } = make();
    const sentAt = work(51, lane);
    expect(limiter.snapshot().estimateMs).toBeLessThan(4_500);
    await clock.advanceTo(start + 4_000);
    expect(sentAt).toHaveLength(51);
    expect(server.rateLimited).toBe(0);
  });

  it('paces work that does not fit by the long windows', async () => {
    const { clock, start, work } = make();
    const sentAt = work(6_000, 'bulk');
    await clock.advanceTo(start + 30_000);
    expect(sentAt.length).toBeLessThan(60);
  });

  it.each(['interactive', 'background', 'bulk'] as const)(
    'paces work that fits into the hour by the minute (%s)',
    async (lane) => {
      const { clock, start, work, limiter, server } = make();
      const sentAt = work(300, lane);
      await clock.advanceTo(start);
      const { ms, binding } = limiter.timeToSend(300 - sentAt.length);
      expect(binding).toEqual({ windowMs: 60_000, limit: 120 });
      expect(limiter.snapshot().estimateMs).toBe(ms);
      await clock.advanceTo(start + 152_000);
      expect(sentAt).toHaveLength(300);
      expect(server.rateLimited).toBe(0);
      const tookMs = sentAt.at(-1) ?? 0;
      expect(ms / tookMs).toBeGreaterThan(0.97);
      expect(ms / tookMs).toBeLessThan(1.03);
    },
  );

  it('lets a click go at once beside work that is paced by the minute', async () => {
    const { clock, start, work } = make();
    work(1_000, 'bulk');
    for (let turn = 1; turn <= 20; turn += 1) {
      await clock.advanceTo(start + turn * 17_321);
      const askedAt = clock.now() - start;
      const [click] = [work(1, 'interactive')];
      await clock.advanceTo(clock.now() + 600);
      expect((click[0] ?? Number.POSITIVE_INFINITY) - askedAt).toBeLessThan(510);
    }
  });

  it('lets a click go at once beside work that nearly fills a minute', async () => {
    const { clock, start, work } = make();
    work(120, 'bulk');
    await clock.advanceTo(start + 10_000);
    const clicks = work(1, 'interactive');
    await clock.advanceTo(start + 10_510);
    expect(clicks).toHaveLength(1);
  });

  it('leaves room for a minute in the hour', async () => {
    const { clock, start, work } = make();
    work(4_880, 'bulk');
    await clock.advanceTo(start + 2_500_000);
    const clicks = work(100, 'interactive');
    await clock.advanceTo(start + 2_560_000);
    expect(clicks).toHaveLength(100);
  });

  it('paces a long task by the hour although few of its requests are queued', async () => {
    const { clock, start, work } = make();
    const sentAt = work(60, 'bulk', { thereMs: 20, backMs: 20 }, 6_000);
    await clock.advanceTo(start + 20_000);
    expect(sentAt.length).toBeLessThan(45);
  });

  it('lets a click go at once after short work, and beside long work that waits for it', async () => {
    const { clock, start, work } = make();
    work(80, 'background');
    await clock.advanceTo(start + 10_000);
    const bulk = work(6_000, 'bulk');
    await clock.advanceTo(start + 20_000);
    const click = work(1, 'interactive');
    await clock.advanceTo(start + 20_100);
    expect(click).toEqual([20_000]);
    expect(bulk.length).toBeLessThan(10);
  });

  it('goes evenly for a person whose pages do not fit', async () => {
    const { clock, start, work } = make();
    work(100, 'background');
    await clock.advanceTo(start + 10_000);
    const pages = work(51, 'interactive');
    await clock.advanceTo(start + 14_000);
    expect(pages.length).toBeGreaterThanOrEqual(4);
  });

  it('keeps even spacing where the short window is hardly faster than the long ones', async () => {
    const rules: RateRule[] = [
      { windowMs: 1_000, limit: 5 },
      { windowMs: 60_000, limit: 275 },
    ];
    const { clock, start, work } = make(rules);
    const sentAt = work(30, 'interactive');
    await clock.advanceTo(start + 10_000);
    const gaps = sentAt.slice(6).map((at, index) => at - (sentAt[index + 5] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(174);
  });
});

const click = (gapMs: number, count: number, thereMs: number, backMs: number) => ({
  gapMs,
  count,
  lane: 'interactive' as const,
  delays: { thereMs, backMs },
});

/** The way there becomes longer, then shorter, while round trips stay the same: 429s without a charge for the way there. */
const WAYS_THAT_CHANGE = [
  [[click(0, 15, 0, 13), click(10_884, 15, 13, 0), click(0, 1, 0, 0)], OPEN_API_RULES],
  [[click(0, 15, 0, 13), click(10_884, 52, 13, 0), click(2_862, 60, 0, 0), click(0, 9, 0, 0)], OPEN_API_RULES],
] satisfies [unknown, RateRule[]][];

describe.each([
  ['a sliding log', slidingLogServer],
  ['fixed windows', (rules: RateRule[]) => fixedWindowServer(rules, 431)],
  ['gradual refill', (rules: RateRule[]) => tokenBucketServer(rules)],
] as const)('Limiter before a server that counts by %s, for short work', (_, serverOf) => {
  it('draws no 429 in any sequence of lists and clicks, and ends all', async () => {
    const step = fc.record({
      gapMs: fc.nat(40_000),
      count: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 110 }), fc.integer({ min: 110, max: 300 })),
      lane: fc.constantFrom('interactive' as const, 'background' as const, 'bulk' as const),
      delays: fc.record({ thereMs: fc.nat(80), backMs: fc.nat(80) }),
    });
    const rules = fc.constantFrom(OPEN_API_RULES, TIGHT_RULES);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), rules, async (steps, rules) => {
        const { clock, server, work } = make(rules, serverOf(rules));
        const all: number[][] = [];
        for (const { gapMs, count, lane, delays } of steps) {
          await clock.advanceTo(clock.now() + gapMs);
          all.push(work(count, lane, delays));
        }
        await clock.advanceTo(clock.now() + 3_600_000);
        expect(server.rateLimited).toBe(0);
        expect(all.map(({ length }) => length)).toEqual(steps.map(({ count }) => count));
      }),
      { numRuns: 6, examples: WAYS_THAT_CHANGE },
    );
  });
});

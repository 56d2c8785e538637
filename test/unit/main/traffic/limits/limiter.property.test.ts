import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_STREAK } from '../../../../../src/main/traffic/limits/lane-queue.ts';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import {
  fixedWindowServer,
  type RateServer,
  slidingLogServer,
  tokenBucketServer,
} from '../../../../support/rate-servers/models.ts';
import { VirtualClock } from '../../../../support/rate-servers/virtual-clock.ts';
import { anyWish, ordinaryWish, play, RULES, type Wish } from './schedules.ts';

const servers: [string, (phaseMs: number) => RateServer][] = [
  ['a sliding log', () => slidingLogServer(RULES)],
  ['fixed windows', (phaseMs) => fixedWindowServer(RULES, phaseMs)],
  ['gradual refill', () => tokenBucketServer(RULES)],
];
const phase = fc.integer({ min: 0, max: 59_999 });
const restarts = (most: number) => fc.uniqueArray(fc.integer({ min: 0, max: most - 1 }), { maxLength: 2 });

/** The requests of one lane and task are granted in the order in which they were queued. */
function expectOrder(wishes: readonly Wish[], granted: readonly number[]): void {
  const last = new Map<string, number>();
  for (const index of granted) {
    const queue = `${wishes[index]?.lane} ${wishes[index]?.task}`;
    expect(index).toBeGreaterThan(last.get(queue) ?? -1);
    last.set(queue, index);
  }
}

describe.each(servers)('Limiter before a server that counts by %s', (_, serverOf) => {
  it('draws no 429 in any schedule, across restarts, loses nothing and grants nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyWish, { minLength: 1, maxLength: 29 }),
        restarts(29),
        phase,
        async (wishes, restartsAfter, phaseMs) => {
          const { server, granted, aborted, limiter, clock } = await play(serverOf(phaseMs), { wishes, restartsAfter });
          expect(server.rateLimited).toBe(0);
          expectOrder(wishes, granted);
          expect(new Set([...granted, ...aborted]).size).toBe(granted.length + aborted.length);
          if (!restartsAfter.some((index) => index < wishes.length))
            expect(granted.length + aborted.length).toBe(wishes.length);
          await clock.advanceTo(clock.now() + 60_000);
          expect(limiter.snapshot()).toMatchObject({ queued: 0, rateShare: 1, findings: [], pausedUntil: null });
          expect(limiter.snapshot().windows.map(({ used, otherClients }) => [used, otherClients])).toEqual(
            Array(3).fill([0, 0]),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('draws no 429 after it has learned how long a round trip takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ordinaryWish, { minLength: 60, maxLength: 100 }),
        restarts(60),
        phase,
        async (wishes, restartsAfter, phaseMs) => {
          const { server, granted } = await play(serverOf(phaseMs), { wishes, restartsAfter });
          expect(server.rateLimited).toBe(0);
          expectOrder(wishes, granted);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('Limiter, for any schedule', () => {
  it('applies stricter rules at once, and counts requests in flight', async () => {
    const limits = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 3, max: 13 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(ordinaryWish, { minLength: 20, maxLength: 60 }),
        fc.nat(19),
        limits,
        async (wishes, index, [second, six]) => {
          const rules: RateRule[] = [
            { windowMs: 1_000, limit: second },
            { windowMs: 6_000, limit: six },
            { windowMs: 15_000, limit: six + 1 },
          ];
          const { arrivals, changedAt } = await play(slidingLogServer([]), { wishes, rulesAfter: { index, rules } });
          // Requests that were sent before the change count, but can no longer be delayed.
          for (const [index, { sentAt, at }] of arrivals.entries()) {
            if (sentAt <= changedAt) continue;
            const before = arrivals.slice(0, index);
            for (const { windowMs, limit } of rules)
              expect(before.filter((it) => it.at > at - windowMs).length).toBeLessThan(limit);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('always estimates a finite duration', async () => {
    const rule = fc.record({
      windowMs: fc.integer({ min: 100, max: 100_000_000 }),
      limit: fc.integer({ min: 1, max: 1_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(rule, { maxLength: 4, selector: (it) => it.windowMs }),
        fc.nat(40),
        fc.constantFrom(200, 429, 503),
        async (rules, count, status) => {
          const clock = new VirtualClock();
          const limiter = new Limiter({ api: 'booking', rules, clock });
          const check = () => {
            const { estimateMs } = limiter.snapshot();
            const [first, last] = [limiter.timeToSend(1).ms, limiter.timeToSend(500).ms];
            for (const ms of [estimateMs, first, last - first]) expect(ms >= 0 && Number.isFinite(ms)).toBe(true);
          };
          for (let index = 0; index < count; index += 1)
            void limiter.acquire({ lane: 'bulk' }).then((permit) => {
              check();
              permit.answered(answerOf({ status, headers: { 'retry-after': '1' } }, clock.now()));
              check();
            });
          check();
          await clock.advanceTo(clock.now() + 30_000);
          check();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('serves lanes in strict order except for a tenth, and tasks in rotation', async () => {
    const who = fc.record({
      lane: fc.constantFrom('interactive' as const, 'background' as const, 'bulk' as const),
      task: fc.constantFrom('', 'a', 'b'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(who, { minLength: 2, maxLength: 60 }), async (all) => {
        const clock = new VirtualClock();
        const limiter = new Limiter({ api: 'booking', rules: [{ windowMs: 1_000, limit: 1 }], clock });
        const first = await limiter.acquire();
        const granted: number[] = [];
        for (const [index, { lane, task }] of all.entries())
          void limiter.acquire({ lane, task }).then((permit) => {
            granted.push(index);
            permit.answered(answerOf({ status: 200 }));
          });
        first.answered(answerOf({ status: 200 }));
        await clock.advanceTo(clock.now() + 200_000);
        expect(granted).toHaveLength(all.length);
        const rank = (index: number) => ['interactive', 'background', 'bulk'].indexOf(all[index]?.lane ?? '');
        let inARow = 0;
        for (const [position, index] of granted.entries()) {
          const better = granted.slice(position + 1).some((later) => rank(later) < rank(index));
          if (better) expect(inARow).toBeGreaterThanOrEqual(MAX_STREAK - 1);
          inARow = better ? 0 : inARow + 1;
        }
        const interactive = granted.filter((index) => rank(index) === 0).map((index) => all[index]?.task);
        const tasks = new Set(interactive).size;
        const counts = [...new Set(interactive)].map((name) => interactive.filter((it) => it === name).length);
        const shortest = Math.min(all.length, ...counts);
        for (let turn = 0; tasks > 0 && turn < shortest; turn += 1)
          expect(new Set(interactive.slice(turn * tasks, (turn + 1) * tasks)).size).toBe(tasks);
      }),
      { numRuns: 25 },
    );
  });
});

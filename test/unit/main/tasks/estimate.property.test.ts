/** The estimate before a task starts, compared with the time that its requests then take in the limiter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeToAnswer } from '../../../../src/main/tasks/estimate.ts';
import { Limiter } from '../../../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../support/answer-of.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryUnsyncedLineFile } from '../../../support/memory-unsynced-line-file.ts';

const BOOKING: RateRule[] = [
  { windowMs: 1_000, limit: 5 },
  { windowMs: 60_000, limit: 275 },
  { windowMs: 3_600_000, limit: 16_500 },
];
const OPEN_API: RateRule[] = [
  { windowMs: 1_000, limit: 15 },
  { windowMs: 60_000, limit: 120 },
  { windowMs: 3_600_000, limit: 5_000 },
];
const SMALL: RateRule[] = [{ windowMs: 10_000, limit: 20 }];
const LATENCY_MS = 80;

/** Sends `count` requests as fast as the limiter allows. Returns the time until the last answer. */
async function send(limiter: Limiter, clock: ManualClock, count: number): Promise<number> {
  const began = clock.now();
  const one = async () => {
    const permit = await limiter.acquire({ kind: 'read', lane: 'bulk', task: 't' });
    permit.sent();
    await new Promise<void>((resolve) => void clock.after(LATENCY_MS, resolve));
    permit.answered(answerOf({ status: 200 }));
  };
  await clock.until(Promise.all(Array.from({ length: count }, one)));
  return clock.now() - began;
}

interface Usage {
  readonly arrivals: readonly { readonly agoMs: number; readonly count: number }[];
  readonly unanswered: number;
  readonly pauseMs: number | null;
}

/** A limiter that has restored this usage after a restart. */
function limiterAfter({ arrivals, unanswered, pauseMs }: Usage, clock: ManualClock): Limiter {
  const now = clock.now();
  const file = new MemoryUnsyncedLineFile([
    ...arrivals.map(({ agoMs, count }) => `c ${now - agoMs} ${count}`),
    ...Array.from({ length: unanswered }, (_, id) => `s ${id} ${now}`),
    ...(pauseMs === null ? [] : [`p ${now} ${pauseMs}`]),
  ]);
  return new Limiter({ api: 'booking', rules: BOOKING, clock, usageLog: { file, log: new FakeLog() } });
}

describe('the estimate', () => {
  it.each([
    ['the Booking Engine', BOOKING],
    ['the documented Open API limit', OPEN_API],
    ['one window', SMALL],
  ])('is within a few per cent of the time that %s takes, whatever was sent before', async (_, rules) => {
    const intervalMs = Math.max(...rules.map(({ windowMs, limit }) => windowMs / limit));
    const burstMs = intervalMs * Math.min(...rules.map(({ limit }) => limit));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 90_000 }),
        fc.integer({ min: 1, max: 400 }),
        async (before, restMs, count) => {
          const clock = new ManualClock();
          const limiter = new Limiter({ api: 'booking', rules, clock });
          await send(limiter, clock, before);
          await clock.advance(restMs);
          const { ms } = timeToAnswer(limiter, count, LATENCY_MS);
          const tookMs = await send(limiter, clock, count);
          expect(Math.abs(ms - tookMs)).toBeLessThan(burstMs + 1_000 + 0.03 * tookMs);
        },
      ),
      { numRuns: 6 },
    );
  });

  it.each([
    [94, 10_777, 120],
    [150, 30_000, 80],
  ])('stays true while long work ends: %i requests, %i ms, %i requests', async (before, restMs, count) => {
    const clock = new ManualClock();
    const limiter = new Limiter({ api: 'booking', rules: OPEN_API, clock });
    await send(limiter, clock, before);
    await clock.advance(restMs);
    const { ms } = timeToAnswer(limiter, count, LATENCY_MS);
    expect(Math.abs(ms - (await send(limiter, clock, count)))).toBeLessThan(11_800);
  });

  it('names the binding window, the shortest of equal ones, and none without a wait', () => {
    const limiter = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() });
    expect(limiter.timeToSend(240).binding).toEqual({ windowMs: 60_000, limit: 275 });
    expect(limiter.timeToSend(20_000).binding).toEqual({ windowMs: 60_000, limit: 275 });
    expect(limiter.timeToSend(5)).toEqual({ ms: 0, binding: null });
    expect(limiter.timeToSend(0)).toEqual({ ms: 0, binding: null });
  });

  it('is 52 seconds for 240 calendars, and an hour for 16,500', () => {
    const limiter = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() });
    expect(limiter.timeToSend(240).ms / 1_000).toBeCloseTo(52.1, 0);
    expect(limiter.timeToSend(16_500).ms / 60_000).toBeCloseTo(60, 0);
  });

  it('is bound by the answers without a limit, or when they are too slow for the limit', () => {
    const free = new Limiter({ api: 'openApi', rules: [], clock: new ManualClock() });
    expect(timeToAnswer(free, 60, 500)).toEqual({ ms: 5_000, binding: null });
    const limiter = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() });
    expect(timeToAnswer(limiter, 640, 30_000)).toEqual({ ms: 300_000, binding: null });
  });

  it('grows with the number of requests, and is never negative or infinite', async () => {
    const past = fc.record({
      arrivals: fc.array(
        fc.record({ agoMs: fc.integer({ min: 0, max: 3_600_000 }), count: fc.integer({ min: 1, max: 275 }) }),
        { maxLength: 60 },
      ),
      unanswered: fc.nat({ max: 100 }),
      pauseMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
      refusals: fc.nat({ max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(
        past,
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        async ({ refusals, ...usage }, count, more) => {
          const clock = new ManualClock();
          const limiter = limiterAfter(usage, clock);
          for (let index = 0; index < refusals; index += 1) {
            const permit = await clock.until(limiter.acquire());
            permit.sent();
            permit.answered(answerOf({ status: 429 }));
          }
          const few = limiter.timeToSend(count).ms;
          expect(few).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(few)).toBe(true);
          expect(limiter.timeToSend(count + more).ms).toBeGreaterThanOrEqual(0.999_999 * few);
        },
      ),
    );
  });

  it('waits for an hour window that earlier requests have filled', () => {
    const arrivals = Array.from({ length: 30 }, (_, minute) => ({ agoMs: (29.5 - minute) * 60_000, count: 550 }));
    const { ms, binding } = limiterAfter({ arrivals, unanswered: 0, pauseMs: null }, new ManualClock()).timeToSend(
      2_750,
    );
    expect(ms / 60_000).toBeCloseTo(35, 0);
    expect(binding).toEqual({ windowMs: 3_600_000, limit: 16_500 });
  });
});

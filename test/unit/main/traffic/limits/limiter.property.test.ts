import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import { isAppError } from '../../../../../src/shared/errors.ts';
import type { RateRule } from '../../../../../src/shared/model/rates.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { SlidingLogServer, sendOne } from './server-model.ts';

const RULES: RateRule[] = [
  { windowMs: 1_000, limit: 3 },
  { windowMs: 6_000, limit: 13 },
];

/** One request of a schedule: when it is asked for, how long it travels and works, and when it is given up, if ever. */
const request = fc.record({
  gapMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 9_000 })),
  thereMs: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 80 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 2_500 }) },
  ),
  workMs: fc.integer({ min: 0, max: 700 }),
  backMs: fc.integer({ min: 0, max: 400 }),
  abortAfterMs: fc.option(fc.integer({ min: 0, max: 3_000 }), { freq: 5 }),
});

/** Ordinary requests: no more jitter than what is taken for ordinary once the limiter has learned what a round trip is. */
const ordinary = fc.record({
  gapMs: fc.integer({ min: 0, max: 900 }),
  thereMs: fc.integer({ min: 0, max: 80 }),
  workMs: fc.integer({ min: 0, max: 500 }),
  backMs: fc.integer({ min: 0, max: 80 }),
  abortAfterMs: fc.constant(null),
});

async function play(schedule: readonly (typeof request extends fc.Arbitrary<infer R> ? R : never)[]) {
  const clock = new ManualClock();
  const limiter = new Limiter({ api: 'booking', rules: RULES, clock });
  const server = new SlidingLogServer(RULES);
  const sent: number[] = [];
  let cancelledCount = 0;
  let at = 0;
  const all = schedule.map(({ gapMs, abortAfterMs, ...delays }, index) => {
    at += gapMs;
    return new Promise<void>((resolve, reject) => {
      clock.after(at, () => {
        const abort = new AbortController();
        if (abortAfterMs !== null) clock.after(abortAfterMs, () => abort.abort());
        sendOne(limiter, server, clock, delays, abort.signal).then(
          () => {
            sent.push(index);
            resolve();
          },
          (error: unknown) => {
            if (!isAppError(error, 'cancelled')) return reject(error);
            cancelledCount += 1;
            return resolve();
          },
        );
      });
    });
  });
  await clock.until(Promise.all(all));
  return { limiter, server, sent, cancelledCount, clock };
}

describe('Limiter, for any schedule', () => {
  it('never lets a window of the server hold too many, loses nothing and leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 45 }), async (schedule) => {
        const { limiter, server, sent, cancelledCount, clock } = await play(schedule);
        expect(server.answered429).toBe(0);
        expect(sent.length + cancelledCount).toBe(schedule.length);
        expect(new Set(sent).size).toBe(sent.length);
        await clock.advance(60_000);
        expect(limiter.snapshot()).toMatchObject({ waiting: 0, windows: [{ used: 0 }, { used: 0 }] });
      }),
      { numRuns: 60 },
    );
  });

  it('nor after it has learned how long a round trip takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ordinary, { minLength: 60, maxLength: 110 }), async (schedule) => {
        const { server, sent } = await play(schedule);
        expect(server.answered429).toBe(0);
        expect(sent).toHaveLength(schedule.length);
      }),
      { numRuns: 60 },
    );
  });

  it('grants in the order of asking, whoever leaves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async (leaves) => {
        const clock = new ManualClock();
        const limiter = new Limiter({ api: 'booking', rules: RULES, clock });
        const order: number[] = [];
        const all = leaves.map((leave, index) => {
          const abort = new AbortController();
          const done = limiter.acquire({ signal: abort.signal }).then(
            (permit) => {
              order.push(index);
              permit.answered({ status: 200, headers: new Headers() });
            },
            () => {},
          );
          if (leave) clock.after(index * 40, () => abort.abort());
          return done;
        });
        await clock.until(Promise.all(all));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        const stayed = leaves.flatMap((leave, index) => (leave ? [] : [index]));
        expect(order).toEqual(expect.arrayContaining(stayed));
      }),
      { numRuns: 60 },
    );
  });
});

/** The limiter at saturation: five minutes of virtual time with each of four servers, and a queue of ten thousand. */
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import { isAppError } from '../../../../../src/shared/app-error.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import {
  fixedWindowServer,
  type RateServer,
  slidingLogServer,
  tokenBucketServer,
} from '../../../../support/rate-servers/models.ts';
import { fractions, jittery, sendOver } from '../../../../support/rate-servers/network.ts';
import { VirtualClock } from '../../../../support/rate-servers/virtual-clock.ts';
import { BOOKING_RULES } from './server-model.ts';

const RUN_MS = 300_000;
const servers: [string, RateServer][] = [
  ['a sliding log', slidingLogServer(BOOKING_RULES)],
  ['fixed windows', fixedWindowServer(BOOKING_RULES, 12_345)],
  ['gradual refill', tokenBucketServer(BOOKING_RULES)],
  ['a bucket that holds six', tokenBucketServer(BOOKING_RULES, 6)],
];

describe('Limiter at saturation', () => {
  it.each(servers)(
    'uses nearly all of what %s allows, draws no 429, and delays no interactive request',
    async (_, server) => {
      const clock = new VirtualClock();
      const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock });
      const delays = jittery(fractions(42));
      const start = clock.now();
      const send = async (lane: 'bulk' | 'interactive') => {
        const asked = clock.now();
        const permit = await limiter.acquire({ kind: 'read', lane, task: 't' });
        permit.sent();
        const waitedMs = clock.now() - asked;
        await new Promise<void>((resolve) =>
          sendOver(clock, server, delays(), (reply) => {
            permit.answered(answerOf(reply, clock.now()));
            resolve();
          }),
        );
        return waitedMs;
      };
      const bulk = async () => {
        while (clock.now() < start + RUN_MS) await send('bulk');
      };
      for (let index = 0; index < 50; index += 1) void bulk();
      const waits: Promise<number>[] = [];
      for (let at = 70_000; at < RUN_MS; at += 7_919) clock.after(at, () => waits.push(send('interactive')));
      await clock.advanceTo(start + RUN_MS);
      expect(server.rateLimited).toBe(0);
      expect(server.accepted / (275 * 5)).toBeGreaterThan(0.9975);
      const sorted = (await Promise.all(waits)).sort((a, b) => a - b);
      expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(250);
    },
  );

  it('draws few 429s even if the server’s own work hides long delays', async () => {
    const clock = new VirtualClock();
    const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock });
    const server = slidingLogServer(BOOKING_RULES);
    const fraction = fractions(1);
    const start = clock.now();
    const loop = async () => {
      while (clock.now() < start + RUN_MS) {
        const permit = await limiter.acquire({ kind: 'read', lane: 'bulk' });
        permit.sent();
        const thereMs = fraction() < 0.01 ? 150 + fraction() * 350 : 20 + fraction() * 20;
        const delays = { thereMs, workMs: 100 + fraction() * 700, backMs: 20 };
        await new Promise<void>((resolve) =>
          sendOver(clock, server, delays, (reply) => {
            permit.answered(answerOf(reply, clock.now()));
            resolve();
          }),
        );
      }
    };
    for (let index = 0; index < 50; index += 1) void loop();
    await clock.advanceTo(start + RUN_MS);
    expect(server.rateLimited).toBeLessThan(4);
  });

  it('queues ten thousand requests with one signal and drops them at once', async () => {
    const clock = new VirtualClock();
    const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock, maxQueued: 10_000 });
    const abort = new AbortController();
    let left = 0;
    const all = Array.from({ length: 10_005 }, (_, index) =>
      limiter.acquire({ lane: 'bulk', task: `${index % 20}`, signal: abort.signal }).catch((error: unknown) => {
        if (isAppError(error, 'cancelled')) left += 1;
      }),
    );
    expect(limiter.snapshot()).toMatchObject({
      queued: 10_000,
      lanes: { interactive: 0, background: 0, bulk: 10_000 },
    });
    const rejected = await limiter.acquire({ lane: 'bulk' }).catch((error: unknown) => error);
    expect(isAppError(rejected, 'queueFull') && rejected.data).toMatchObject({ queued: 10_000 });
    const first = limiter.timeToSend(1);
    const { ms, binding } = limiter.timeToSend(275);
    expect(first.ms).toBeLessThan(1_200);
    expect(Math.abs(ms - first.ms - 60_000)).toBeLessThan(1_500);
    expect(binding).toEqual({ windowMs: 60_000, limit: 275 });
    abort.abort();
    await Promise.all(all);
    expect([left, limiter.snapshot().queued]).toEqual([10_000, 0]);
  });
});

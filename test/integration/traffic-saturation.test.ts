/** Saturating loops against servers that count arrivals by sliding log: no 429, and next to no capacity left unused. */
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../src/main/traffic/limits/limiter.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SequenceRandom } from '../support/sequence-random.ts';
import { BOOKING_RULES, type Delays, SlidingLogServer, sendOne } from '../unit/main/traffic/limits/server-model.ts';

async function saturate(count: number, delays: (random: SequenceRandom) => Delays) {
  const clock = new ManualClock();
  const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock });
  const server = new SlidingLogServer(BOOKING_RULES);
  const random = new SequenceRandom(7);
  const start = clock.now();
  const all = Array.from({ length: count }, () => sendOne(limiter, server, clock, delays(random)));
  await clock.until(Promise.all(all));
  const tookMs = (server.arrivals.at(-1) ?? start) - start;
  return {
    answered429: server.answered429,
    arrived: server.arrivals.length,
    efficiency: count / (275 * (tookMs / 60_000)),
  };
}

const between = (random: SequenceRandom, low: number, high: number) => low + random.fraction() * (high - low);

describe('a saturating loop of 600 reads', () => {
  it.each<[string, (random: SequenceRandom) => Delays, number]>([
    ['a server next door', () => ({ thereMs: 1, workMs: 2, backMs: 1 }), 0.98],
    [
      'delays of 10 to 90 ms each way',
      (r) => ({ thereMs: between(r, 10, 90), workMs: 0, backMs: between(r, 10, 90) }),
      0.97,
    ],
    ['work of 100 to 800 ms', (r) => ({ thereMs: between(r, 20, 40), workMs: between(r, 100, 800), backMs: 20 }), 0.93],
    ['answers that take 3 s', (r) => ({ thereMs: between(r, 20, 40), workMs: 3_000, backMs: 20 }), 0.85],
    [
      'a connection that stalls now and then',
      (r) => ({ thereMs: r.fraction() < 0.02 ? 450 : 20, workMs: 5, backMs: 15 }),
      0.95,
    ],
  ])('draws no 429 from %s', async (_, delays, least) => {
    const { answered429, arrived, efficiency } = await saturate(600, delays);
    expect(answered429).toBe(0);
    expect(arrived).toBe(600);
    expect(efficiency).toBeGreaterThan(least);
  });
});

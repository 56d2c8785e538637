/** Requests that get no answer: their permits of short windows return within seconds, long before the wire gives up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limiter, type Permit } from '../../../../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { ManualClock, settle } from '../../../../support/manual-clock.ts';
import { fixedWindowServer, slidingLogServer, tokenBucketServer } from '../../../../support/rate-servers/models.ts';
import { VirtualClock } from '../../../../support/rate-servers/virtual-clock.ts';
import { RULES } from './schedules.ts';
import { BOOKING_RULES } from './server-model.ts';

const WIRE_TIMEOUT_MS = 30_000;

function make(rules: readonly RateRule[] = BOOKING_RULES) {
  const clock = new ManualClock();
  const limiter = new Limiter({ api: 'booking', rules, clock });
  const send = async (): Promise<Permit> => {
    const permit = await limiter.acquire({ kind: 'search' });
    permit.sent();
    return permit;
  };
  const used = (windowMs: number) => limiter.snapshot().windows.find((it) => it.windowMs === windowMs)?.used;
  return { clock, limiter, send, used };
}

/** Sends and answers enough requests that the usual round trip is known: 50 ms. */
async function learn({ clock, send }: ReturnType<typeof make>): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    const permit = await clock.until(send());
    await clock.advance(50);
    permit.answered(answerOf({ status: 200 }));
  }
  await clock.advance(60_000);
}

describe('Limiter, for requests without an answer', () => {
  it('lets a click through within seconds after a drop-out that lost five requests', async () => {
    const one = make();
    await learn(one);
    for (let count = 0; count < 5; count += 1) await one.send();
    const lostAt = one.clock.now();
    await one.clock.until(one.send());
    expect(one.clock.now() - lostAt).toBeLessThanOrEqual(4_100);
  });

  it('releases the other lost permits as soon as a later request is answered', async () => {
    const one = make();
    await learn(one);
    for (let count = 0; count < 5; count += 1) await one.send();
    const first = await one.clock.until(one.send());
    await one.clock.advance(50);
    first.answered(answerOf({ status: 200 }));
    await one.clock.advance(1_100);
    expect(one.used(1_000)).toBe(0);
  });

  it('returns the permit of one lost request after three seconds where answers take 50 ms', async () => {
    const one = make();
    await learn(one);
    await one.send();
    const later = await one.send();
    await one.clock.advance(50);
    later.answered(answerOf({ status: 200 }));
    await one.clock.advance(3_000);
    void one.limiter.recheck();
    expect(one.used(1_000)).toBe(0);
    expect(one.used(60_000)).toBe(2);
  });

  it('sends one request every few seconds while nothing is answered', async () => {
    const one = make();
    await learn(one);
    let sent = 0;
    for (let count = 0; count < 40; count += 1) void one.send().then(() => (sent += 1));
    await settle();
    expect(sent).toBe(5);
    await one.clock.advance(25_000);
    expect(sent).toBeGreaterThanOrEqual(10);
    expect(sent).toBeLessThanOrEqual(14);
  });

  it('keeps the permits of long windows until the wire gives up, and for a window since the request counted as lost', async () => {
    const one = make();
    await learn(one);
    const permit = await one.send();
    await one.clock.advance(WIRE_TIMEOUT_MS);
    expect(one.used(60_000)).toBe(1);
    permit.unanswered();
    await one.clock.advance(32_000);
    expect([one.used(1_000), one.used(60_000)]).toEqual([0, 1]);
    await one.clock.advance(2_000);
    expect(one.used(60_000)).toBe(0);
  });

  it('keeps the permit of a lost request in a window that may still count it', async () => {
    const one = make(RULES);
    await learn(one);
    await one.send();
    await one.clock.advance(3_100);
    one.limiter.recheck();
    expect([one.used(1_000), one.used(6_000)]).toEqual([0, 1]);
  });

  it('ends a request once, although its answer comes after its permit has returned', async () => {
    const one = make();
    await learn(one);
    const slow = await one.send();
    await one.clock.advance(10_000);
    one.limiter.recheck();
    slow.answered(answerOf({ status: 200 }));
    await one.clock.advance(61_500);
    expect([one.used(1_000), one.used(60_000), one.used(3_600_000)]).toEqual([0, 0, 41]);
  });
});

describe.each([
  ['a sliding log', () => slidingLogServer(RULES)],
  ['fixed windows', () => fixedWindowServer(RULES, 431)],
  ['gradual refill', () => tokenBucketServer(RULES)],
] as const)('Limiter before a server that counts by %s, for lost answers', (_, serverOf) => {
  it('draws no 429, whatever is lost, and goes on', async () => {
    const fate = fc.record({ thereMs: fc.nat(80), backMs: fc.nat(80), loses: fc.constantFrom('', '', 'it', 'answer') });
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 20, maxLength: 60 }), async (fates) => {
        const clock = new VirtualClock();
        const server = serverOf();
        const limiter = new Limiter({ api: 'booking', rules: RULES, clock });
        let granted = 0;
        for (const { thereMs, backMs, loses } of fates)
          void limiter.acquire({ kind: 'read', lane: 'bulk' }).then((permit) => {
            granted += 1;
            permit.sent();
            if (loses !== '') clock.after(WIRE_TIMEOUT_MS, () => permit.unanswered());
            if (loses === 'it') return;
            clock.after(thereMs, () => {
              const { accepted } = server.arrive(clock.now());
              const answer = answerOf({ status: accepted ? 200 : 429 });
              if (loses === '') clock.after(backMs, () => permit.answered(answer));
            });
          });
        await clock.advanceTo(clock.now() + fates.length * 5_000);
        expect(server.rateLimited).toBe(0);
        expect(granted).toBe(fates.length);
      }),
      { numRuns: 40 },
    );
  });
});

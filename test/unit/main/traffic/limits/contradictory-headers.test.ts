/** Rate-limit headers that cannot be true, or may not be: of one answer, of every other answer (two proxies), of every answer. */
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import { RateGroup, type RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { type RateServer, slidingLogServer } from '../../../../support/rate-servers/models.ts';
import { VirtualClock } from '../../../../support/rate-servers/virtual-clock.ts';
import { BOOKING_RULES } from './server-model.ts';

type Headers = Record<string, string>;
const MINUTE_MS = 60_000;
const CLICK_MS = 5_000;

const PROXIES = [
  ['one answer', (number: number) => number === 0],
  ['every other answer', (number: number) => number % 2 === 0],
  ['every answer', () => true],
] as const;

/** Clicks every five seconds, each when the one before it is answered. Returns how long each was queued, in ms. */
async function clicks(
  minutes: number,
  headersOf: (number: number) => Headers,
  { rules = BOOKING_RULES, server = slidingLogServer(rules) }: { rules?: RateRule[]; server?: RateServer } = {},
) {
  const clock = new VirtualClock();
  const limiter = new Limiter({ api: 'booking', rules, clock });
  const waits: number[] = [];
  const kinds = new Set<string>();
  const end = clock.now() + minutes * MINUTE_MS;
  const click = async () => {
    const askedAt = clock.now();
    const permit = await limiter.acquire({ kind: 'search' });
    waits.push(clock.now() - askedAt);
    permit.sent();
    clock.after(40, () => {
      const status = server.arrive(clock.now()).accepted ? 200 : 429;
      clock.after(40, () => {
        permit.answered(answerOf({ status, headers: headersOf(waits.length - 1) }, clock.now()));
        for (const { kind } of limiter.snapshot().findings) kinds.add(kind);
        if (clock.now() < end) clock.after(CLICK_MS, () => void click());
      });
    });
  };
  void click();
  await clock.advanceTo(end);
  expect(RateGroup.safeParse(limiter.snapshot()).success).toBe(true);
  return { waits, kinds, limiter, server };
}

const longest = (waits: readonly number[]) => Math.max(...waits);
const total = (waits: readonly number[]) => waits.reduce((sum, ms) => sum + ms, 0);

describe.each(PROXIES)('Limiter, when a proxy adds headers to %s', (_, lies) => {
  it.each([
    ['one an hour', { 'ratelimit-policy': '1;w=3600' }],
    ['one a minute', { 'ratelimit-policy': '1;w=60' }],
    ['two a day', { 'x-ratelimit-limit-day': '2' }],
    ['ten an hour', { 'x-ratelimit-limit-hour': '10' }],
    ['five a minute, fifty left', { 'x-ratelimit-limit-minute': '5', 'x-ratelimit-remaining-minute': '50' }],
  ])('delays no request for a limit of %s, and says so', async (__, headers) => {
    const { waits, kinds, limiter } = await clicks(12, (number) => (lies(number) ? headers : {}));
    expect(longest(waits)).toBe(0);
    expect(kinds).toEqual(new Set(['doubted']));
    expect(limiter.snapshot().findings).toMatchObject([{ kind: 'doubted', times: 1 }]);
    expect(limiter.snapshot().windows.map(({ allowed }) => allowed)).toEqual([5, 275, 16_500]);
  });

  it.each([
    ['hour', { 'x-ratelimit-limit-hour': '16500', 'x-ratelimit-remaining-hour': '0' }],
    ['hour, without its limit', { 'x-ratelimit-remaining-hour': '0' }],
    [
      'day, beside others that are left',
      { 'x-ratelimit-limit-day': '5000', 'x-ratelimit-remaining-day': '0', 'ratelimit-remaining': '4' },
    ],
    [
      'hour, until a reset at its end',
      { 'x-ratelimit-limit-hour': '16500', 'x-ratelimit-remaining-hour': '0', 'x-ratelimit-reset-hour': '3600' },
    ],
    [
      'day, until a reset tomorrow',
      { 'x-ratelimit-limit-day': '500000', 'x-ratelimit-remaining-day': '0', 'x-ratelimit-reset-day': '86400' },
    ],
  ])('believes for a minute, once, that nothing is left of the %s', async (__, headers) => {
    const { waits, kinds } = await clicks(12, (number) => (lies(number) ? headers : {}));
    expect(waits[1]).toBeGreaterThan(MINUTE_MS - CLICK_MS - 100);
    expect(total(waits)).toBeLessThanOrEqual(MINUTE_MS);
    expect(kinds.has('doubted')).toBe(true);
  });

  it.each([
    ['without its limit', { 'x-ratelimit-remaining-minute': '0' }],
    ['of its limit', { 'x-ratelimit-limit-minute': '275', 'x-ratelimit-remaining-minute': '0' }],
    ['until its end', { 'x-ratelimit-remaining-minute': '0', 'x-ratelimit-reset-minute': '60' }],
  ])('believes for seconds, once, that nothing is left of the minute, %s', async (__, headers) => {
    const { waits, kinds } = await clicks(12, (number) => (lies(number) ? headers : {}));
    expect(waits[1]).toBeGreaterThan(0);
    expect(total(waits)).toBeLessThanOrEqual(7_000);
    expect(kinds.has('doubted')).toBe(true);
  });

  it.each(['second', 'minute'])(
    'reads a hundred calendars although nothing is said to be left of the %s',
    async (span) => {
      const clock = new VirtualClock();
      const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock });
      const server = slidingLogServer(BOOKING_RULES);
      const began = clock.now();
      let endedAt = began;
      const reads = Array.from({ length: 100 }, async (_, number) => {
        const permit = await limiter.acquire({ kind: 'calendar', lane: 'bulk', task: 't' });
        permit.sent();
        clock.after(80, () => {
          const status = server.arrive(clock.now()).accepted ? 200 : 429;
          const headers: Headers = lies(number) ? { [`x-ratelimit-remaining-${span}`]: '0' } : {};
          permit.answered(answerOf({ status, headers }, clock.now()));
          endedAt = clock.now();
        });
      });
      await clock.advanceTo(began + 120_000);
      await Promise.all(reads);
      expect(endedAt - began).toBeLessThan(40_000);
      expect(server.rateLimited).toBe(0);
    },
  );

  it('is not faster with more left than the limit', async () => {
    const headers = { 'ratelimit-limit': '5', 'ratelimit-remaining': '50' };
    const { limiter } = await clicks(5, (number) => (lies(number) ? headers : {}));
    expect(limiter.snapshot().windows.map(({ allowed, otherClients }) => [allowed, otherClients])).toEqual([
      [5, 0],
      [275, 0],
      [16_500, 0],
    ]);
  });
});

describe('Limiter before a server that is as strict as its headers say', () => {
  it.each([
    ['ten an hour', { windowMs: 3_600_000, limit: 10 }, '10;w=3600'],
    ['one a minute', { windowMs: MINUTE_MS, limit: 1 }, '1;w=60'],
  ])('draws a few 429s in a day: %s', async (_, rule, policy) => {
    const server = slidingLogServer([rule]);
    const { limiter } = await clicks(24 * 60, () => ({ 'ratelimit-policy': policy }), { server });
    expect(server.rateLimited).toBeLessThanOrEqual(10);
    expect(server.accepted).toBeGreaterThan(0.5 * (rule.limit / rule.windowMs) * 24 * 60 * MINUTE_MS);
    expect(limiter.snapshot().findings.map(({ kind }) => kind)).toContain('stricter');
  });

  it('waits until the reset of an hour that another client used up, once a 429 confirms it', async () => {
    const reset = Date.UTC(2026, 10, 21, 9, 0, 0) + 1_800_000;
    let now = 0;
    const used = { 'x-ratelimit-limit-hour': '16500', 'x-ratelimit-remaining-hour': '0' };
    const server: RateServer = {
      name: 'used up',
      accepted: 0,
      rateLimited: 0,
      arrive(at) {
        now = at;
        const accepted = this.accepted === 0 || at >= reset;
        if (accepted) this.accepted += 1;
        else this.rateLimited += 1;
        return { accepted, headers: {} };
      },
    };
    const headersOf = (): Headers =>
      now < reset ? { ...used, 'x-ratelimit-reset-hour': String(Math.ceil((reset - now) / 1_000)) } : {};
    const { waits } = await clicks(60, headersOf, { server });
    expect(server.rateLimited).toBe(1);
    expect(longest(waits)).toBeGreaterThan(1_600_000);
    expect(server.accepted).toBeGreaterThan(300);
  });
});

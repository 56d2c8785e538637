/** The estimate before a task starts, held against the limiter that then lets its requests go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendingTime, workingTime } from '../../../../src/main/tasks/estimate.ts';
import { Limiter } from '../../../../src/main/traffic/limits/limiter.ts';
import type { RateGroup, RateRule } from '../../../../src/shared/model/rates.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

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

/** Sends `count` requests as fast as the limiter lets them; gives how long that took until the last was answered. */
async function send(limiter: Limiter, clock: ManualClock, count: number): Promise<number> {
  const began = clock.now();
  const one = async () => {
    const permit = await limiter.acquire({ kind: 'read', lane: 'bulk', task: 't' });
    permit.sent();
    await new Promise<void>((resolve) => void clock.after(LATENCY_MS, resolve));
    permit.answered({ status: 200, headers: new Headers() });
  };
  await clock.until(Promise.all(Array.from({ length: count }, one)));
  return clock.now() - began;
}

describe('the estimate', () => {
  it.each([
    ['the Booking Engine', BOOKING],
    ['the documented Open API limit', OPEN_API],
    ['one window', SMALL],
  ])(
    'is within a few per cent of what %s allows, whatever was sent before',
    async (_, rules) => {
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
            const { ms } = workingTime(limiter.snapshot(), count, LATENCY_MS, clock.now());
            const tookMs = await send(limiter, clock, count);
            // What a burst has used up of the limiter's patience is not in a snapshot.
            expect(Math.abs(ms - tookMs)).toBeLessThan(burstMs + 1_000 + 0.03 * tookMs);
          },
        ),
        { numRuns: 30 },
      );
    },
    120_000,
  );

  it('says which window binds, of equal ones the shortest, and none for what goes at once', () => {
    const limiter = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() });
    const now = new ManualClock().now();
    expect(sendingTime(limiter.snapshot(), 240, now).binding).toEqual({ windowMs: 60_000, limit: 275 });
    expect(sendingTime(limiter.snapshot(), 20_000, now).binding).toEqual({ windowMs: 60_000, limit: 275 });
    expect(sendingTime(limiter.snapshot(), 5, now)).toEqual({ ms: 0, binding: null });
    expect(sendingTime(limiter.snapshot(), 0, now)).toEqual({ ms: 0, binding: null });
  });

  it('takes 240 calendars for 52 seconds, and 16,500 for an hour', () => {
    const limiter = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() });
    const now = new ManualClock().now();
    expect(sendingTime(limiter.snapshot(), 240, now).ms / 1_000).toBeCloseTo(52.1, 0);
    expect(sendingTime(limiter.snapshot(), 16_500, now).ms / 60_000).toBeCloseTo(60, 0);
  });

  it('is bound by answers where there is no limit, or where they take too long to keep one busy', () => {
    const free = new Limiter({ api: 'openApi', rules: [], clock: new ManualClock() }).snapshot();
    expect(workingTime(free, 60, 500, 0)).toEqual({ ms: 5_000, binding: null });
    const group = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() }).snapshot();
    expect(workingTime(group, 640, 30_000, new ManualClock().now())).toEqual({ ms: 300_000, binding: null });
  });

  it('grows with what is asked, never shrinks with what is taken, and is never negative or without an end', () => {
    const window = (windowMs: number, limit: number) =>
      fc.record({
        windowMs: fc.constant(windowMs),
        limit: fc.constant(limit),
        allowed: fc.integer({ min: 1, max: limit }),
        used: fc.integer({ min: 0, max: limit }),
        others: fc.constant(0),
        freesAt: fc.option(fc.integer({ min: -1_000, max: windowMs })),
        server: fc.constant(null),
      });
    const groups = fc.record({
      api: fc.constant('booking' as const),
      windows: fc
        .tuple(window(1_000, 5), window(60_000, 275), window(3_600_000, 16_500))
        .map((windows) => [...windows]),
      waiting: fc.integer({ min: 0, max: 100 }),
      lanes: fc.constant({ interactive: 0, background: 0, bulk: 0 }),
      estimateMs: fc.constant(0),
      pausedUntil: fc.option(fc.integer({ min: 0, max: 60_000 })),
      pace: fc.double({ min: 0, max: 1, noNaN: true }),
      lastHour: fc.array(fc.integer({ min: 0, max: 275 }), { minLength: 60, maxLength: 60 }),
      findings: fc.constant<RateGroup['findings']>([]),
    });
    fc.assert(
      fc.property(
        groups,
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (group, count, more) => {
          const few = sendingTime(group, count, 0).ms;
          expect(few).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(few)).toBe(true);
          expect(sendingTime(group, count + more, 0).ms).toBeGreaterThanOrEqual(0.999_999 * few);
        },
      ),
    );
  });

  it('lets an hour that is full of earlier requests hold up the rest', () => {
    const limiter = new Limiter({ api: 'booking', rules: BOOKING, clock: new ManualClock() });
    const group = limiter.snapshot();
    const lastHour = Array.from({ length: 60 }, (_, minute) => (minute < 30 ? 0 : 550));
    const windows = group.windows.map((window) =>
      window.windowMs === 3_600_000 ? { ...window, used: 16_500, freesAt: 30 * 60_000 } : window,
    );
    const { ms, binding } = sendingTime({ ...group, windows, lastHour }, 2_750, 0);
    expect(ms / 60_000).toBeCloseTo(35, 0);
    expect(binding).toEqual({ windowMs: 3_600_000, limit: 16_500 });
  });
});

import { describe, expect, it } from 'vitest';
import { Limiter, type Permit } from '../../../../../src/main/traffic/limits/limiter.ts';
import { isAppError } from '../../../../../src/shared/app-error.ts';
import type { RateRule } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { ManualClock, settle } from '../../../../support/manual-clock.ts';
import { BOOKING_RULES } from './server-model.ts';

const make = (rules: RateRule[] = BOOKING_RULES, maxQueued?: number) => {
  const clock = new ManualClock();
  const limiter = new Limiter({
    api: 'booking',
    rules,
    clock,
    ...(maxQueued === undefined ? {} : { maxQueued }),
  });
  return { clock, limiter };
};

const ok = answerOf({ status: 200 });

/** Acquires `count` permits; each request is answered after `roundTripMs`. Returns the instants of the permits, filled as time goes on. */
function run(
  { clock, limiter }: ReturnType<typeof make>,
  count: number,
  roundTripMs: number | (() => number) = 40,
): number[] {
  const granted: number[] = [];
  for (let index = 0; index < count; index += 1)
    void limiter.acquire().then((permit) => {
      granted.push(clock.now());
      permit.sent();
      clock.after(typeof roundTripMs === 'number' ? roundTripMs : roundTripMs(), () => permit.answered(ok));
    });
  return granted;
}

describe('Limiter', () => {
  it('grants a burst of five after an idle time and the sixth when the second is over', async () => {
    const rig = make();
    const start = rig.clock.now();
    const granted = run(rig, 6);
    await settle();
    expect(granted).toEqual(Array(5).fill(start));
    await rig.clock.advance(1_000);
    expect(granted).toHaveLength(5);
    await rig.clock.advance(120);
    expect(granted).toHaveLength(6);
  });

  it('paces queued requests, about 218 ms apart', async () => {
    const rig = make();
    const granted = run(rig, 60);
    await rig.clock.advance(20_000);
    expect(granted).toHaveLength(60);
    const gaps = granted.slice(6).map((at, index) => at - (granted[index + 5] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(174);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(222);
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeCloseTo(218.2, 0);
  });

  it('earns its burst back while the queue is empty', async () => {
    const rig = make();
    run(rig, 20);
    await rig.clock.advance(60_000);
    const start = rig.clock.now();
    const granted = run(rig, 5);
    await settle();
    expect(granted).toEqual(Array(5).fill(start));
  });

  it('keeps the order of arrival', async () => {
    const { clock, limiter } = make();
    const order: number[] = [];
    for (let index = 0; index < 40; index += 1)
      void limiter.acquire().then((permit) => {
        order.push(index);
        permit.sent();
        permit.answered(ok);
      });
    await clock.advance(20_000);
    expect(order).toEqual([...Array(40).keys()]);
  });

  it('holds a permit while its request is unanswered', async () => {
    const { clock, limiter } = make();
    const permits: Permit[] = [];
    for (let index = 0; index < 6; index += 1) void limiter.acquire().then((permit) => permits.push(permit));
    await clock.advance(30_000);
    expect(permits).toHaveLength(5);
    permits[0]?.answered(ok);
    await clock.advance(1_000);
    expect(permits).toHaveLength(5);
    await clock.advance(50_000);
    expect(permits).toHaveLength(6);
  });

  it('releases an unused permit at once, and ignores a second end', async () => {
    const { clock, limiter } = make();
    const permits: Permit[] = [];
    for (let index = 0; index < 7; index += 1) void limiter.acquire().then((permit) => permits.push(permit));
    await settle();
    permits[0]?.unused();
    permits[0]?.unused();
    permits[0]?.answered(ok);
    await clock.advance(1_100);
    expect(permits).toHaveLength(6);
    expect(limiter.snapshot()).toMatchObject({ queued: 1, windows: [{ used: 5 }, { used: 5 }, { used: 5 }] });
  });

  it('holds the permit of an unanswered request longer than a window', async () => {
    const { clock, limiter } = make([{ windowMs: 1_000, limit: 1 }]);
    (await limiter.acquire()).unanswered();
    const later = limiter.acquire().then(() => clock.now());
    const start = clock.now();
    expect((await clock.until(later)) - start).toBeGreaterThanOrEqual(2_000);
  });

  it('removes a request from the queue when its signal aborts', async () => {
    const rig = make(BOOKING_RULES, 2);
    run(rig, 5);
    await settle();
    const abort = new AbortController();
    const waiting = rig.limiter.acquire({ signal: abort.signal });
    const behind = rig.limiter.acquire();
    expect(rig.limiter.snapshot().queued).toBe(2);
    abort.abort();
    await expect(waiting).rejects.toSatisfy((error) => isAppError(error, 'cancelled'));
    expect(rig.limiter.snapshot().queued).toBe(1);
    await rig.clock.until(behind);
    await expect(rig.limiter.acquire({ signal: abort.signal })).rejects.toSatisfy((error) =>
      isAppError(error, 'cancelled'),
    );
  });

  it('throws queueFull when too many are queued, with an estimate', async () => {
    const rig = make(BOOKING_RULES, 100);
    run(rig, 105);
    await settle();
    const rejected = await rig.limiter.acquire().catch((error: unknown) => error);
    expect(isAppError(rejected, 'queueFull') && rejected.data).toMatchObject({ queued: 100 });
    const estimateMs = rig.limiter.snapshot().estimateMs;
    expect(estimateMs).toBeGreaterThan(20_000);
    expect(estimateMs).toBeLessThan(25_000);
  });

  it('estimates close to the time that requests then take', async () => {
    const rig = make();
    const start = rig.clock.now();
    const granted = run(rig, 400);
    await settle();
    const { estimateMs } = rig.limiter.snapshot();
    await rig.clock.advance(200_000);
    const tookMs = (granted.at(-1) ?? 0) - start;
    expect(Math.abs(estimateMs - tookMs) / tookMs).toBeLessThan(0.05);
  });

  it('pauses for as long as a 429 asks, and a second when it names no time', async () => {
    for (const [headers, pauseMs] of [
      [new Headers({ 'retry-after': '7' }), 7_000],
      [new Headers(), 1_000],
      // Years are not credible: an instant in a field for seconds, or nonsense.
      [new Headers({ 'ratelimit-reset': '1795251600' }), 1_000],
      [new Headers({ 'retry-after': '9'.repeat(400) }), 1_000],
      [new Headers({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }), 1_000],
    ] as const) {
      const { clock, limiter } = make();
      const permit = await limiter.acquire();
      permit.sent();
      permit.answered(answerOf({ status: 429, headers }, clock.now()));
      const start = clock.now();
      expect(limiter.snapshot().pausedUntil).toBe(start + pauseMs);
      const next = limiter.acquire().then(() => clock.now());
      expect((await clock.until(next)) - start).toBe(pauseMs);
      expect(limiter.snapshot().pausedUntil).toBeNull();
    }
  });

  it('believes no pause that is longer than the longest window, and ends one when a person asks', async () => {
    const { clock, limiter } = make();
    const permit = await limiter.acquire();
    permit.sent();
    permit.answered(answerOf({ status: 429, headers: { 'retry-after': '86400' } }, clock.now()));
    expect(limiter.pausedMs).toBe(3_600_000);
    const waiting = limiter.acquire();
    await clock.advance(1_000);
    limiter.endPause();
    expect(await clock.until(waiting.then(() => limiter.pausedMs))).toBe(0);
  });

  it('does not pause by a 503: that is about its operation', async () => {
    const { clock, limiter } = make();
    const permit = await limiter.acquire();
    permit.sent();
    permit.answered(answerOf({ status: 503, headers: { 'retry-after': '86400' } }, clock.now()));
    expect([limiter.pausedMs, limiter.snapshot().pausedUntil]).toEqual([0, null]);
  });

  it('shows what the server reports about its windows', async () => {
    const { clock, limiter } = make();
    const permit = await limiter.acquire();
    const headers = { 'X-ratelimit-limit-minute': '275', 'X-ratelimit-remaining-minute': '31' };
    permit.answered(answerOf({ status: 200, headers }, clock.now()));
    const header = 'x-ratelimit-remaining-minute';
    const server = { limit: 275, remaining: 31, resetAt: null, receivedAt: clock.now(), header };
    expect(limiter.snapshot().windows.map((window) => window.server)).toEqual([null, server, null]);
  });

  it('does not pace by a window of a day: requests leave at once until it is used up', async () => {
    const day = { windowMs: 86_400_000, limit: 100 };
    const rig = make([day]);
    const granted = run(rig, 100);
    await settle();
    expect(granted).toHaveLength(100);
    const late = rig.limiter.acquire();
    expect(rig.limiter.snapshot().estimateMs).toBeGreaterThan(86_000_000);
    late.catch(() => {});
  });

  it('grants everything at once without rules', async () => {
    const rig = make([]);
    const granted = run(rig, 1_000);
    await settle();
    expect(granted).toHaveLength(1_000);
    expect(rig.limiter.snapshot()).toMatchObject({ windows: [], queued: 0, estimateMs: 0 });
  });

  it('is as fast as before when a clock that ran at 720× runs at real speed again', async () => {
    class ClockWithRate extends ManualClock {
      rate = 720;
      override face() {
        return { ...super.face(), rate: this.rate };
      }
    }
    const clock = new ClockWithRate();
    const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock });
    const roundTripMs = () => (20 + ((clock.now() * 7) % 31)) * clock.rate;
    run({ clock, limiter }, 100, roundTripMs);
    await clock.advance(3_600_000);
    clock.rate = 1;
    const granted = run({ clock, limiter }, 120, roundTripMs);
    await clock.advance(3_600_000);
    expect((granted[119] ?? Number.NaN) - (granted[20] ?? Number.NaN)).toBeLessThan(99 * 222);
  });

  it('grants permits when the clock was set back', async () => {
    const rig = make();
    const granted = run(rig, 30);
    await rig.clock.advance(3_000);
    const before = granted.length;
    rig.clock.jumpTo(rig.clock.now() - 3_600_000);
    run(rig, 1);
    await rig.clock.advance(8_000);
    expect(granted.length).toBeGreaterThan(before + 10);
  });

  it('shows zero when all permits are released', async () => {
    const rig = make();
    run(rig, 5);
    await rig.clock.advance(2_000);
    expect(rig.limiter.snapshot().windows.map(({ used }) => used)).toEqual([0, 5, 5]);
    await rig.clock.advance(3_700_000);
    expect(rig.limiter.snapshot().windows.map(({ used, freesAt }) => [used, freesAt])).toEqual(
      Array(3).fill([0, null]),
    );
  });
});

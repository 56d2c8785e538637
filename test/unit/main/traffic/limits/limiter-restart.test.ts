/** The usage log across restarts, and clocks that are set. */
import { describe, expect, it } from 'vitest';
import { Limiter } from '../../../../../src/main/traffic/limits/limiter.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { ManualClock, settle } from '../../../../support/manual-clock.ts';
import { MemoryUnsyncedLineFile } from '../../../../support/memory-unsynced-line-file.ts';
import { BOOKING_RULES } from './server-model.ts';

const ok = answerOf({ status: 200 });

function make(elapsed?: (clock: ManualClock) => () => number) {
  const clock = new ManualClock();
  const file = new MemoryUnsyncedLineFile();
  const log = new FakeLog();
  const start = () =>
    new Limiter({ api: 'booking', rules: BOOKING_RULES, clock, elapsed: elapsed?.(clock), usageLog: { file, log } });
  const send = async (limiter: Limiter, count: number, answered = true) => {
    for (let index = 0; index < count; index += 1) {
      const permit = await clock.until(limiter.acquire());
      permit.sent();
      if (answered) permit.answered(ok);
    }
  };
  const used = (limiter: Limiter) => limiter.snapshot().windows.map((window) => window.used);
  return { clock, file, log, start, send, used };
}

describe('Limiter across a restart', () => {
  it('counts earlier requests, answered or not, and the last hour', async () => {
    const { clock, start, send, used } = make();
    const one = start();
    await send(one, 7);
    await send(one, 2, false);
    await clock.advance(5_000);
    const other = start();
    expect(used(other)).toEqual([2, 9, 9]);
    expect(other.snapshot().lastHour.at(-1)).toBe(9);
    await clock.advance(57_000);
    expect(used(other)).toEqual([0, 2, 9]);
    await clock.advance(4_000);
    expect(used(other)).toEqual([0, 0, 9]);
    await clock.advance(3_600_000);
    expect(used(start())).toEqual([0, 0, 0]);
  });

  it('keeps a pause', async () => {
    const { clock, start } = make();
    const permit = await start().acquire();
    permit.sent();
    permit.answered(answerOf({ status: 429, headers: { 'retry-after': '90' } }, clock.now()));
    await clock.advance(30_000);
    expect(start().snapshot().pausedUntil).toBe(clock.now() + 60_000);
    clock.jumpTo(clock.now() - 1_000_000_000);
    expect(start().snapshot().pausedUntil).toBeLessThanOrEqual(clock.now() + 90_000);
  });

  it('keeps no pause that is longer than the longest window, also from an earlier version', async () => {
    const { clock, start, file } = make();
    file.append(`p ${clock.now()} ${86_400_000}`);
    const limiter = start();
    expect(limiter.snapshot().pausedUntil).toBe(clock.now() + 3_600_000);
    limiter.endPause();
    expect(start().snapshot().pausedUntil).toBeNull();
  });

  it('counts an arrival in the future as now, so that it does not delay requests for ever', async () => {
    const { clock, start, send, used } = make();
    await send(start(), 10);
    clock.jumpTo(clock.now() - 86_400_000);
    const limiter = start();
    expect(used(limiter)).toEqual([5, 10, 10].map((count, index) => (index === 0 ? 10 : count)));
    await clock.advance(60_011);
    expect(used(limiter)).toEqual([0, 0, 10]);
  });

  it('writes the line before the request leaves, and keeps the file small', async () => {
    const { clock, start, file, used } = make();
    const limiter = start();
    const permit = await limiter.acquire();
    expect(file.kept).toEqual([]);
    permit.sent();
    expect(file.kept).toHaveLength(1);
    permit.answered(ok);
    expect(file.kept).toHaveLength(2);
    await clock.advance(10_000);
    for (let index = 0; index < 4_000; index += 1) {
      const next = await limiter.acquire();
      next.sent();
      next.answered(ok);
      await clock.advance(220);
    }
    expect(file.replaced).toBeGreaterThan(0);
    const before = used(limiter);
    const again = start();
    expect(file.kept.length).toBeLessThan(1_500);
    expect(Math.abs((used(again)[1] ?? 0) - (before[1] ?? 0))).toBeLessThanOrEqual(1);
    expect(used(again)[2]).toBe(before[2]);
  });

  it('grants permits although the file fails, logs that once, and catches up when it works again', async () => {
    const { clock, start, send, file, log, used } = make();
    const limiter = start();
    file.fails = true;
    await send(limiter, 20);
    expect(log.entries.filter(({ level }) => level === 'warn')).toHaveLength(1);
    file.fails = false;
    await clock.advance(31_000);
    await send(limiter, 1);
    expect(used(start())[2]).toBe(21);
  });

  it('reads a file that was cut off or is damaged', async () => {
    const { start, used, clock, file } = make();
    file.kept = ['s 1 x', 'a 7 1', '', 'c', `c ${clock.now() - 100}`, `s 5 ${clock.now() - 50}`, 'z 1 2', 'p 0 NaN'];
    expect(used(start())).toEqual([2, 2, 2]);
  });

  it('writes nothing after its connection was removed', async () => {
    const { start, send, file } = make();
    const limiter = start();
    limiter.close();
    await send(limiter, 2);
    expect(file.kept).toEqual([]);
  });
});

describe('Limiter with a clock that is set', () => {
  it('releases no permit when the clock is set forward', async () => {
    // The time that the manual clock was advanced by, not what it was set to.
    let setBy = 0;
    const { clock, start, send, used } = make((it) => () => it.now() - setBy);
    const limiter = start();
    await send(limiter, 5);
    setBy = 7_200_000;
    clock.jumpTo(clock.now() + setBy);
    expect(used(limiter)).toEqual([5, 5, 5]);
    expect(limiter.snapshot().windows[1]?.freesAt).toBe(clock.now() + 60_010);
    await clock.advance(60_011);
    expect(used(limiter)).toEqual([0, 0, 5]);
  });

  it('holds no permit longer when the clock is set back', async () => {
    const { clock, start, send, used } = make();
    const limiter = start();
    await send(limiter, 5);
    clock.jumpTo(clock.now() - 7_200_000);
    limiter.snapshot();
    await clock.advance(60_020);
    expect(used(limiter)).toEqual([0, 0, 5]);
  });
});

describe('Limiter whose rules change', () => {
  it('counts the past and the requests in flight in new windows', async () => {
    const { clock, start, send } = make();
    const limiter = start();
    await send(limiter, 5);
    await clock.advance(20_000);
    await send(limiter, 3, false);
    limiter.setRules([
      { windowMs: 30_000, limit: 10 },
      { windowMs: 10_000, limit: 5 },
    ]);
    expect(limiter.snapshot().windows).toMatchObject([
      { windowMs: 10_000, limit: 5, used: 3 },
      { windowMs: 30_000, limit: 10, used: 8 },
    ]);
    await clock.advance(15_000);
    expect(limiter.snapshot().windows.map(({ used }) => used)).toEqual([3, 3]);
    limiter.setRules([]);
    expect(limiter.snapshot().windows).toEqual([]);
    let granted = 0;
    for (let index = 0; index < 100; index += 1) void limiter.acquire().then(() => (granted += 1));
    await settle();
    expect(granted).toBe(100);
  });

  it('grants queued requests as soon as looser rules allow', async () => {
    const { clock, start, send } = make();
    const limiter = start();
    limiter.setRules([{ windowMs: 3_600_000, limit: 6 }]);
    await send(limiter, 5);
    const granted: number[] = [];
    for (let index = 0; index < 8; index += 1)
      void limiter.acquire().then((permit) => {
        granted.push(index);
        permit.answered(ok);
      });
    await clock.advance(10_000);
    expect(granted).toHaveLength(0);
    limiter.setRules(BOOKING_RULES);
    await clock.advance(1_100);
    expect(granted.length).toBeGreaterThanOrEqual(1);
    await clock.advance(900);
    expect(granted.length).toBeGreaterThanOrEqual(5);
    limiter.setRules([]);
    await settle();
    expect(granted).toHaveLength(8);
  });
});

describe('Limiter whose machine slept', () => {
  it('grants the permits that are due although no timer rang', async () => {
    let sleptMs = 0;
    const { clock, start, send } = make((it) => () => it.now() + sleptMs);
    const limiter = start();
    limiter.setRules([{ windowMs: 3_600_000, limit: 5 }]);
    await send(limiter, 5);
    let granted = 0;
    for (let index = 0; index < 2; index += 1) void limiter.acquire().then(() => (granted += 1));
    await clock.advance(60_000);
    sleptMs = 3_000_000;
    limiter.recheck();
    await clock.advance(500_000);
    expect(granted).toBe(0);
    await clock.advance(100_000);
    expect(granted).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { AdjustableClock } from '../../../../../src/main/sandbox/adjustable-clock.ts';
import { Limiters } from '../../../../../src/main/traffic/limits/limiters.ts';
import { type RateRule, RatesSnapshot } from '../../../../../src/shared/model/rates.ts';
import { answerOf } from '../../../../support/answer-of.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { MemoryUnsyncedLineFile } from '../../../../support/memory-unsynced-line-file.ts';
import { BOOKING_RULES } from './server-model.ts';

function make() {
  const clock = new ManualClock();
  const rates = new Limiters({
    clock,
    clockOf: () => clock,
    rulesOf: (_, api) => (api === 'booking' ? BOOKING_RULES : []),
  });
  const pushed: RatesSnapshot[] = [];
  const times: number[] = [];
  rates.changed.subscribe((snapshot) => {
    pushed.push(RatesSnapshot.parse(snapshot));
    times.push(clock.now());
  });
  const send = async (api: 'booking' | 'openApi' = 'booking') => {
    const permit = await rates.limiterOf('c1', api).acquire();
    permit.sent();
    permit.answered(answerOf({ status: 200 }));
  };
  const used = (snapshot: RatesSnapshot | undefined) =>
    snapshot?.groups.find(({ api }) => api === 'booking')?.windows.map((w) => w.used);
  return { clock, rates, pushed, times, send, used };
}

describe('Limiters', () => {
  it('shows both groups of a connection, and keeps one limiter for each', () => {
    const { rates } = make();
    expect(rates.snapshot('c1').groups.map(({ api, windows }) => [api, windows.length])).toEqual([
      ['openApi', 0],
      ['booking', 3],
    ]);
    expect(rates.limiterOf('c1', 'booking')).toBe(rates.limiterOf('c1', 'booking'));
    expect(rates.limiterOf('c1', 'booking')).not.toBe(rates.limiterOf('c2', 'booking'));
  });

  it('publishes at most four times a second, with growing revisions', async () => {
    const { clock, pushed, times, send } = make();
    for (let index = 0; index < 30; index += 1) void send();
    await clock.advance(5_000);
    expect(pushed.length).toBeGreaterThan(5);
    expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) >= 250)).toBe(true);
    const revisions = pushed.map(({ revision }) => revision);
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
  });

  it('publishes again as permits are released, until all gauges are at 0', async () => {
    const { clock, pushed, send, used } = make();
    await send();
    await send();
    await clock.advance(300);
    expect(used(pushed.at(-1))).toEqual([2, 2, 2]);
    await clock.advance(2_000);
    expect(used(pushed.at(-1))).toEqual([0, 2, 2]);
    await clock.advance(3_700_000);
    expect(used(pushed.at(-1))).toEqual([0, 0, 0]);
    const count = pushed.length;
    expect(count).toBeLessThan(72);
    await clock.advance(10_000_000);
    expect(pushed).toHaveLength(count);
    expect(clock.pending).toBe(0);
  });

  it('follows a clock that is made faster while permits are released', async () => {
    const base = new ManualClock();
    const clock = new AdjustableClock(base);
    const rates = new Limiters({ clock: base, clockOf: () => clock, rulesOf: () => BOOKING_RULES });
    let last: RatesSnapshot | undefined;
    rates.changed.subscribe((snapshot) => {
      last = snapshot;
    });
    const permit = await rates.limiterOf('c1', 'booking').acquire();
    permit.sent();
    permit.answered(answerOf({ status: 200 }));
    await base.advance(2_000);
    const used = () => last?.groups.find(({ api }) => api === 'booking')?.windows.map((window) => window.used);
    expect(used()).toEqual([0, 1, 1]);
    clock.setRate(720);
    await base.advance(6_000);
    expect(used()).toEqual([0, 0, 0]);
  });

  it('publishes nothing while nothing happens, and an API without limits only as its last hour changes', async () => {
    const { clock, rates, pushed, send } = make();
    rates.snapshot('c1');
    await clock.advance(10_000_000);
    expect(pushed).toHaveLength(0);
    for (let index = 0; index < 10; index += 1) await send('openApi');
    await clock.advance(5_000);
    expect(pushed).toHaveLength(1);
    await clock.advance(3_700_000);
    expect(pushed).toHaveLength(61);
    expect(pushed.at(-1)?.groups[0]?.lastHour).toEqual(Array(60).fill(0));
    expect(clock.pending).toBe(0);
  });

  it('applies the rules that a person changes, and keeps the past', async () => {
    const clock = new ManualClock();
    let rules: RateRule[] = BOOKING_RULES;
    const rates = new Limiters({ clock, clockOf: () => clock, rulesOf: () => rules });
    const permit = await rates.limiterOf('c1', 'booking').acquire();
    permit.answered(answerOf({ status: 200 }));
    rules = [{ windowMs: 2_000, limit: 7 }];
    rates.syncRules('c1');
    rates.syncRules('unknown');
    expect(rates.snapshot('c1').groups[1]?.windows).toMatchObject([{ windowMs: 2_000, limit: 7, used: 1 }]);
  });

  it('keeps a usage log until the connection is removed', async () => {
    const clock = new ManualClock();
    const log = new FakeLog();
    const files = { openApi: new MemoryUnsyncedLineFile(), booking: new MemoryUnsyncedLineFile() };
    const options = { clock, log, clockOf: () => clock, rulesOf: () => BOOKING_RULES };
    const make = () => new Limiters({ ...options, usageFileOf: (_, api) => files[api] });
    const permit = await make().limiterOf('c1', 'booking').acquire();
    permit.sent();
    const rates = make();
    const pushed: RatesSnapshot[] = [];
    rates.changed.subscribe((snapshot) => pushed.push(snapshot));
    expect(rates.snapshot('c1').groups.map(({ windows }) => windows[0]?.used)).toEqual([0, 1]);
    await clock.advance(3_700_000);
    expect(pushed.at(-1)?.groups.map(({ windows }) => windows[2]?.used)).toEqual([0, 0]);
    rates.remove('c1');
    expect([files.openApi.removed, files.booking.removed]).toEqual([1, 1]);
    files.booking.fails = true;
    rates.remove('c1');
    expect(log.entries).toHaveLength(1);
  });

  it('removes a connection', async () => {
    const { clock, rates, pushed, send } = make();
    await send();
    rates.remove('c1');
    await clock.advance(60_000);
    expect(pushed).toHaveLength(0);
    expect(rates.snapshot('c1').groups[1]?.windows[0]?.used).toBe(0);
  });
});

describe('the usage logs of a connection', () => {
  it('are dropped with it, and its limiter writes no more', async () => {
    const clock = new ManualClock();
    const files = new Map<string, MemoryUnsyncedLineFile>();
    const rates = new Limiters({
      clock,
      clockOf: () => clock,
      rulesOf: (_, api) => (api === 'booking' ? BOOKING_RULES : []),
      usageFileOf: (connectionId, api) => {
        const key = `${connectionId} ${api}`;
        const file = files.get(key) ?? new MemoryUnsyncedLineFile();
        files.set(key, file);
        return file;
      },
      log: new FakeLog(),
    });
    const limiter = rates.limiterOf('c1', 'booking');
    (await limiter.acquire()).sent();
    expect(files.get('c1 booking')?.appended).toBe(1);
    rates.remove('c1');
    (await limiter.acquire()).sent();
    expect(['openApi', 'booking'].map((api) => files.get(`c1 ${api}`)?.removed)).toEqual([1, 1]);
    expect(files.get('c1 booking')?.kept).toEqual([]);
    expect(rates.limiterOf('c1', 'booking')).not.toBe(limiter);
  });
});

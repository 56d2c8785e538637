import { describe, expect, it } from 'vitest';
import { AdjustableClock } from '../../../../../src/main/platform/clock.ts';
import { Limiters, type LimitersOptions } from '../../../../../src/main/traffic/limits/limiters.ts';
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

describe('Limiters of connections to one service account', () => {
  /** `c1`, `c2` and `c3` belong to one account until one of them is removed; others stand alone. */
  function makeAccount() {
    const clock = new ManualClock();
    const members = ['c1', 'c2', 'c3'];
    const files = new Map<string, MemoryUnsyncedLineFile>();
    const rules = new Map<string, RateRule[]>();
    const options = (): LimitersOptions => ({
      clock,
      clockOf: () => clock,
      rulesOf: (connectionId, api) => (api === 'booking' ? (rules.get(connectionId) ?? BOOKING_RULES) : []),
      accountOf: (connectionId) =>
        members.includes(connectionId)
          ? { id: members[0] ?? '', connectionIds: members }
          : { id: connectionId, connectionIds: [connectionId] },
      usageFileOf: (connectionId, api) => {
        const key = `${connectionId} ${api}`;
        const file = files.get(key) ?? new MemoryUnsyncedLineFile();
        files.set(key, file);
        return file;
      },
      log: new FakeLog(),
    });
    /** The limiters after a restart. */
    const again = () => new Limiters(options());
    return { clock, rates: again(), members, files, rules, again };
  }

  const used = (snapshot: RatesSnapshot) => snapshot.groups.find(({ api }) => api === 'booking')?.windows[0]?.used;

  it('is one limiter, which both connections show and publish', async () => {
    const { clock, rates } = makeAccount();
    expect(rates.limiterOf('c2', 'booking')).toBe(rates.limiterOf('c1', 'booking'));
    expect(rates.limiterOf('c2', 'booking')).not.toBe(rates.limiterOf('other', 'booking'));
    expect(rates.snapshot('c1').connectionId).toBe('c1');
    const published = new Set<string>();
    rates.changed.subscribe(({ connectionId }) => published.add(connectionId));
    (await rates.limiterOf('c2', 'booking').acquire()).sent();
    await clock.advance(300);
    expect([used(rates.snapshot('c1')), used(rates.snapshot('c2')), used(rates.snapshot('other'))]).toEqual([1, 1, 0]);
    expect([...published].sort()).toEqual(['c1', 'c2']);
  });

  it('has one usage log, named after the oldest connection', async () => {
    const { rates, files } = makeAccount();
    (await rates.limiterOf('c3', 'booking').acquire()).sent();
    expect(files.get('c1 booking')?.appended).toBe(1);
    expect(files.has('c3 booking')).toBe(false);
  });

  it('keeps the strictest of the limits that its connections have', () => {
    const { rates, rules } = makeAccount();
    const windows = () => rates.snapshot('c1').groups[1]?.windows.map(({ windowMs, limit }) => [windowMs, limit]);
    rules.set('c1', [{ windowMs: 1_000, limit: 9 }]);
    rules.set('c2', [{ windowMs: 2_000, limit: 4 }]);
    expect(windows()?.slice(0, 2)).toEqual([
      [1_000, 5],
      [2_000, 4],
    ]);
    rules.set('c3', [{ windowMs: 1_000, limit: 2 }]);
    rates.syncRules('c3');
    expect(windows()).toEqual([
      [1_000, 2],
      [2_000, 4],
    ]);
  });

  it('counts on when the oldest connection is removed', async () => {
    const { rates, members } = makeAccount();
    const limiter = rates.limiterOf('c1', 'booking');
    rates.limiterOf('c2', 'booking');
    (await limiter.acquire()).sent();
    members.shift();
    rates.remove('c1');
    expect(used(rates.snapshot('c2'))).toBe(1);
    expect(rates.limiterOf('c3', 'booking')).toBe(limiter);
    expect(rates.limiterOf('c1', 'booking')).not.toBe(limiter);
  });

  it.each([true, false])(
    'keeps its usage log across a restart after the oldest connection was removed (open: %s)',
    async (open) => {
      const { clock, rates, members, files, again } = makeAccount();
      (await rates.limiterOf('c2', 'booking').acquire()).sent();
      const remover = open ? rates : again();
      if (open) rates.snapshot('c2');
      members.shift();
      remover.accountsChanged(new Map([['c1', 'c2']]));
      remover.remove('c1');
      await clock.advance(100);
      (await remover.limiterOf('c3', 'booking').acquire()).sent();
      expect(files.get('c1 booking')?.kept).toEqual([]);
      expect(used(again().snapshot('c2'))).toBe(2);
    },
  );

  it('goes to the heirs when accounts change places', async () => {
    const { rates, members, files, again } = makeAccount();
    members.length = 0;
    const [x, y] = [rates.limiterOf('x', 'booking'), rates.limiterOf('y', 'booking')];
    for (const limiter of [x, y, y]) (await limiter.acquire()).sent();
    rates.accountsChanged(
      new Map([
        ['x', 'y'],
        ['y', 'x'],
      ]),
    );
    expect([rates.limiterOf('x', 'booking'), rates.limiterOf('y', 'booking')]).toEqual([y, x]);
    (await y.acquire()).sent();
    expect(used(again().snapshot('x'))).toBe(3);
    expect(used(again().snapshot('y'))).toBe(1);
    rates.accountsChanged(new Map([['x', null]]));
    (await y.acquire()).sent();
    expect(files.get('x booking')?.kept).toEqual([]);
  });

  it('drops its usage log with its last connection', async () => {
    const { rates, members, files } = makeAccount();
    members.splice(1);
    (await rates.limiterOf('c1', 'booking').acquire()).sent();
    members.shift();
    rates.remove('c1');
    expect(files.get('c1 booking')?.removed).toBe(1);
  });

  it('applies to connections that become one account later', () => {
    const { rates, members } = makeAccount();
    const alone = rates.limiterOf('late', 'booking');
    expect(alone).not.toBe(rates.limiterOf('c1', 'booking'));
    members.push('late');
    expect(rates.limiterOf('late', 'booking')).toBe(rates.limiterOf('c1', 'booking'));
    expect(rates.snapshot('late').groups).toEqual(rates.snapshot('c1').groups);
  });
});

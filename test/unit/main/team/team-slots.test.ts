/** Desktops of a team with their real limiters, before Debian's redis-server with TLS and ACL, in virtual time. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../../src/main/team/engine.ts';
import { SLOT_SCRIPT, SlotReply, slotKeys } from '../../../../src/main/team/slots/slot-script.ts';
import { TeamSlots } from '../../../../src/main/team/slots/team-slots.ts';
import { TeamLimits } from '../../../../src/main/team/team-limits.ts';
import { Limiters } from '../../../../src/main/traffic/limits/limiters.ts';
import type { Api } from '../../../../src/shared/model/primitives.ts';
import type { RateRule } from '../../../../src/shared/model/rates.ts';
import { percentile } from '../../../bench/support/percentile.ts';
import { answerOf } from '../../../support/answer-of.ts';
import { type EngineServer, hasEngineServer, startEngineServer } from '../../../support/engine-server.ts';
import { slidingLogServer } from '../../../support/rate-servers/models.ts';
import { fractions, jittery, sendOver } from '../../../support/rate-servers/network.ts';
import { startSilentProxy } from '../../../support/silent-proxy.ts';
import { EngineLine, TeamClock, TeamWorld } from '../../../support/team-world.ts';
import { anyWish, play, RULES, type Team } from '../traffic/limits/schedules.ts';
import { BOOKING_RULES } from '../traffic/limits/server-model.ts';

/** More runs on demand: `TEAM_RUNS=500`. */
const RUNS = Number(process.env.TEAM_RUNS ?? 4);
const MINUTE_MS = 60_000;
/** The silence after a cut: what is due was granted before; the call without reply began at most a contact later. */
const SILENCE_MS = 4_500;
const PERIOD = (MINUTE_MS / 275) * 1.01;

describe.skipIf(!hasEngineServer)('the slots of a team (needs redis-server)', () => {
  let server: EngineServer;
  let engine: Engine;
  let teams = 0;
  beforeAll(async () => {
    server = await startEngineServer();
    engine = openEngine({ address: server.address, fraction: () => 0, onFailure: () => {} });
    await engine.ready;
  });
  afterAll(() => {
    engine?.close();
    server?.stop();
  });

  /** Waits in real time until the client is connected again, and the server has read its file. */
  const connected = async () => {
    while ((await engine.command('ZCARD', 'lk1:any').catch(() => null)) === null)
      await new Promise((resolve) => setImmediate(resolve));
  };
  const world = (more: { path?: { low: number; high: number }; engine?: Engine; waysMs?: readonly number[] } = {}) => {
    const service = slidingLogServer(BOOKING_RULES);
    const options = { engine, team: `t${teams++}`, rules: BOOKING_RULES, server: service, seed: 1, ...more };
    const delaysOf = (index: number, fraction: () => number) => {
      const ms = more.waysMs?.[index];
      return ms === undefined ? jittery(fraction) : () => ({ thereMs: ms, workMs: 0, backMs: ms });
    };
    return { service, world: new TeamWorld({ ...options, delaysOf }) };
  };
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

  it.each([2])('lets %i desktops use nearly the whole rate, draws no 429, and delays no click', async (size) => {
    const { service, world: office } = world();
    const end = office.clock.now() + 3 * MINUTE_MS;
    for (let index = 0; index < size; index += 1) {
      const desktop = office.add(`p${index}`);
      desktop.saturate(end);
      for (let at = 70_000 + index * 1_313; at < 3 * MINUTE_MS; at += 9_919)
        office.clock.after(at, () => void desktop.send('interactive'));
    }
    await office.run(MINUTE_MS);
    const before = service.accepted;
    await office.run(2 * MINUTE_MS);
    expect(service.rateLimited).toBe(0);
    expect((service.accepted - before) / (2 * 275)).toBeGreaterThan(0.98);
    expect(
      percentile(
        office.desktops.flatMap(({ waits }) => waits),
        0.95,
      ),
    ).toBeLessThan(250);
    const bulk = office.desktops.map(({ answered }) => answered.bulk);
    expect(Math.max(...bulk) - Math.min(...bulk)).toBeLessThan(0.1 * (sum(bulk) / size));
    office.close();
  });

  it('shares the limits of a connection between two consoles, until one leaves', async () => {
    const clock = new TeamClock();
    const service = slidingLogServer(BOOKING_RULES);
    const end = clock.now() + 3 * MINUTE_MS;
    const fraction = fractions(1);
    const place = { team: `t${teams++}`, machine: 'm' };
    const consoles = ['a', 'b'].map((person) => {
      const rules = (_: string, api: Api) => (api === 'booking' ? BOOKING_RULES : []);
      const rates = new Limiters({ clock, clockOf: () => clock, rulesOf: rules });
      const line = new EngineLine({ engine, clock, engineClock: () => clock.now() }, () => 2);
      const limits = new TeamLimits({ rates, run: person });
      limits.join('c1', { ...place, person, engine: line, onProblem: () => {} });
      const delays = jittery(fraction);
      let sent = 0;
      const worker = async () => {
        while (clock.now() < end) {
          const permit = await rates.limiterOf('c1', 'booking').acquire({ kind: 'read', lane: 'bulk' });
          permit.sent();
          sent += 1;
          await new Promise<void>((resolve) =>
            sendOver(clock, service, delays(), (reply) => {
              permit.answered(answerOf(reply, clock.now()));
              resolve();
            }),
          );
        }
      };
      for (let count = 0; count < 4; count += 1) void worker();
      return { limits, line, sent: () => sent };
    });
    await clock.advanceTo(clock.now() + MINUTE_MS);
    expect(service.rateLimited).toBe(0);
    const [a = 0, b = 0] = consoles.map(({ sent }) => sent());
    expect(Math.abs(a - b)).toBeLessThan(10);
    expect(a + b).toBeGreaterThan(240);
    consoles[0]?.limits.close();
    await clock.advanceTo(clock.now() + 1_000);
    expect(await engine.command('HKEYS', `lk1:{${place.team}:booking}:seat`)).toEqual(['b:m']);
    consoles[1]?.limits.close();
  });

  it('follows the rules that a person changes', async () => {
    const { service, world: office } = world();
    const end = office.clock.now() + 3 * MINUTE_MS;
    for (const person of ['a', 'b']) office.add(person).saturate(end);
    await office.run(10_000);
    const acceptedUnder = async (rules: RateRule[]) => {
      for (const { limiter } of office.desktops) limiter.setRules(rules);
      await office.run(5_000);
      const before = service.accepted;
      await office.run(30_000);
      return service.accepted - before;
    };
    expect(await acceptedUnder([{ windowMs: 1_000, limit: 1 }])).toBeLessThanOrEqual(30);
    expect(await acceptedUnder([])).toBeGreaterThan(60);
    office.close();
  });

  it('shares the rate by person, not by desktop', async () => {
    const { world: office } = world();
    const end = office.clock.now() + MINUTE_MS;
    for (const machine of ['1', '2', '3']) office.add('a', machine).saturate(end);
    for (const person of ['b', 'c']) office.add(person).saturate(end);
    await office.run(MINUTE_MS);
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = office.desktops.map(({ answered }) => answered.bulk);
    for (const share of [a + b + c, d, e]) expect(share / (a + b + c + d + e)).toBeCloseTo(1 / 3, 1);
    office.close();
  });

  it('gives the whole rate to whoever still has work', async () => {
    const { service, world: office } = world();
    const end = office.clock.now() + 3 * MINUTE_MS;
    const given = new AbortController();
    for (let index = 0; index < 8; index += 1) {
      const desktop = office.add(`p${index}`);
      if (index === 7) desktop.saturate(end);
      else for (let count = 0; count < 99; count += 1) desktop.send('bulk', given.signal).catch(() => {});
    }
    await office.run(MINUTE_MS);
    given.abort();
    await office.run(5_000);
    const before = service.accepted;
    await office.run(MINUTE_MS);
    expect((service.accepted - before) / 275).toBeGreaterThan(0.95);
    office.close();
  });

  describe.each([1, 3])('a team of %i, in any schedule', (size) => {
    it('draws no 429, across restarts, loses nothing and grants nothing twice', async () => {
      const restarts = fc.uniqueArray(fc.nat(28), { maxLength: 2 });
      const wishes = fc.array(anyWish, { minLength: 1, maxLength: 29 });
      await fc.assert(
        fc.asyncProperty(wishes, restarts, async (wishes, restartsAfter) => {
          const service = slidingLogServer(RULES);
          const { granted, aborted } = await play(service, { wishes, restartsAfter }, team(size));
          expect(service.rateLimited).toBe(0);
          expect(new Set([...granted, ...aborted]).size).toBe(granted.length + aborted.length);
          if (!restartsAfter.some((index) => index < wishes.length))
            expect(granted.length + aborted.length).toBe(wishes.length);
        }),
        { numRuns: RUNS },
      );
    });
  });

  let runs = 0;
  const team = (size: number): Team => {
    const clock = new TeamClock();
    const name = `t${teams++}`;
    const join: Team['join'] = (limiter, index) => {
      const line = new EngineLine({ engine, clock, engineClock: () => clock.now() }, () => 2);
      limiter.share((view) => {
        const options = {
          engine: line,
          team: name,
          desktop: `p${index}:m`,
          run: `${runs++}`,
          view,
          onProblem: () => {},
        };
        return new TeamSlots(options);
      });
      return () => line.kill();
    };
    return { size, clock, join };
  };

  describe('without the engine', () => {
    it('divides the time, draws no 429, and is back at once', async () => {
      const { service, world: office } = world();
      const end = office.clock.now() + 6 * MINUTE_MS;
      for (const person of ['a', 'b', 'c']) office.add(person).saturate(end);
      const cut = (how: 'request' | 'reply' | null) => {
        for (const { line } of office.desktops) line.cut = how;
      };
      const acceptedIn = async (ms: number) => {
        const before = service.accepted;
        await office.run(ms);
        return service.accepted - before;
      };
      await office.run(MINUTE_MS);
      cut('request');
      expect(await acceptedIn(SILENCE_MS)).toBeLessThan(3);
      // Three of sixteen seats, of a grid of 1.25 periods.
      expect(await acceptedIn(MINUTE_MS)).toBeCloseTo(((3 / 16) * MINUTE_MS) / (1.25 * PERIOD), -1);
      cut(null);
      await office.run(1_000);
      expect(await acceptedIn(MINUTE_MS)).toBeGreaterThan(0.97 * 275);
      expect(service.rateLimited).toBe(0);
      office.close();
    });

    it.each(['request', 'reply'] as const)(
      'keeps the instants free of one desktop that loses each %s',
      async (lost) => {
        const { service, world: office } = world();
        const end = office.clock.now() + 4 * MINUTE_MS;
        const [alone] = ['a', 'b', 'c'].map((person) => office.add(person));
        for (const desktop of office.desktops) desktop.saturate(end);
        await office.run(30_000);
        if (alone) alone.line.cut = lost;
        const before = alone?.answered.bulk ?? 0;
        await office.run(MINUTE_MS);
        expect(service.rateLimited).toBe(0);
        expect((alone?.answered.bulk ?? 0) - before).toBeGreaterThan(9);
        office.close();
      },
    );

    it('goes on after the engine was killed and lost its last writes', async () => {
      const { service, world: office } = world();
      const end = office.clock.now() + 4 * MINUTE_MS;
      for (const person of ['a', 'b']) office.add(person).saturate(end);
      await office.run(MINUTE_MS);
      await server.kill();
      await office.run(20_000);
      await server.restart();
      await connected();
      await office.run(5_000);
      const before = service.accepted;
      await office.run(MINUTE_MS);
      expect(service.accepted - before).toBeGreaterThan(0.97 * 275);
      expect(service.rateLimited).toBe(0);
      office.close();
    });

    it('goes on after a flush, without a 429', async () => {
      const { service, world: office } = world();
      const end = office.clock.now() + 4 * MINUTE_MS;
      for (const person of ['a', 'b']) office.add(person).saturate(end);
      await office.run(MINUTE_MS);
      const keys = slotKeys(`t${teams - 1}`);
      await engine.command('DEL', ...keys);
      await office.run(6_000);
      // Both reported what they had sent before.
      expect(Number(await engine.command('ZCARD', keys[1] ?? ''))).toBeGreaterThan(200);
      const before = service.accepted;
      await office.run(MINUTE_MS);
      expect(service.accepted - before).toBeGreaterThan(0.97 * 275);
      expect(service.rateLimited).toBe(0);
      office.close();
    });
  });

  it('lets requests of a near and a far desktop arrive evenly', async () => {
    const { service, world: office } = world({ waysMs: [10, 60] });
    const arrivals: number[] = [];
    const { arrive } = service;
    service.arrive = (now) => {
      arrivals.push(now);
      return arrive.call(service, now);
    };
    const end = office.clock.now() + MINUTE_MS;
    for (const person of ['a', 'b']) office.add(person).saturate(end);
    await office.run(MINUTE_MS);
    const gaps = arrivals.slice(50).map((at, index) => at - (arrivals[index + 49] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(PERIOD - 25);
    office.close();
  });

  it('gives a slot back whose click was given up', async () => {
    const { world: office } = world();
    const desktop = office.add('a');
    void desktop.send('interactive');
    await office.run(6_000);
    const given = new AbortController();
    void desktop.send('interactive');
    const second = desktop.send('interactive', given.signal).catch(() => {});
    await office.run(60);
    given.abort();
    await second;
    await office.run(4_000);
    const [, log = '', open = ''] = slotKeys(`t${teams - 1}`);
    expect([await engine.command('ZCARD', log), await engine.command('ZCARD', open)]).toEqual([2, 0]);
    office.close();
  });

  describe('an engine that replies with errors', () => {
    it('is told once, and asked ever more seldom', async () => {
      const observer = openEngine({
        ...{ address: { ...server.address, user: 'observer' }, fraction: () => 0, onFailure: () => {} },
      });
      await observer.ready;
      const { world: office } = world({ engine: observer });
      const desktop = office.add('a');
      desktop.saturate(office.clock.now() + 3 * MINUTE_MS);
      await office.run(3 * MINUTE_MS);
      expect(office.problems).toEqual(['denied']);
      expect(desktop.line.calls).toBeLessThan(12);
      office.close();
      observer.close();
    });

    it('is done without, until it works again', async () => {
      const { service, world: office } = world();
      const desktop = office.add('a');
      desktop.saturate(office.clock.now() + 5 * MINUTE_MS);
      await office.run(MINUTE_MS);
      const [, log = ''] = slotKeys(`t${teams - 1}`);
      await engine.command('SET', log, 'of somebody else');
      const [sent, calls] = [desktop.answered.bulk, desktop.line.calls];
      await office.run(MINUTE_MS);
      expect(office.problems).toEqual(['failing']);
      expect(desktop.answered.bulk - sent).toBeGreaterThan(9);
      expect(desktop.line.calls - calls).toBeLessThan(15);
      await engine.command('DEL', log);
      await office.run(40_000);
      const before = service.accepted;
      await office.run(MINUTE_MS);
      expect(service.accepted - before).toBeGreaterThan(0.97 * 275);
      expect(service.rateLimited).toBe(0);
      expect(office.problems).toEqual(['failing', null]);
      office.close();
    });
  });

  describe('an engine that lies', () => {
    it.each([
      ['cut off', 'failing', (reply: string) => reply.slice(0, -9)],
      ['swapped', 'replayed', (reply: string) => reply.replace(/"call":"[^"]*"/, '"call":"r1-0"')],
      ['of a seat that does not exist', 'failing', (reply: string) => reply.replace(/"seat":-?\d+/, '"seat":99')],
      ['of a slot in a thousand years', 'failing', (reply: string) => reply.replace(/"at":[\d.]+/, '"at":4e13')],
      ['with something more', 'failing', (reply: string) => reply.replace('{', '{"more":1,')],
    ])('gives no slot by a reply that is %s, and is told once', async (_, problem, forge) => {
      const { world: office } = world();
      const desktop = office.add('a');
      desktop.line.forge = forge;
      void desktop.send('interactive');
      await office.run(10_000);
      expect(office.problems).toEqual([problem]);
      expect(desktop.answered.interactive).toBe(0);
      desktop.line.forge = null;
      await office.run(10_000);
      expect(desktop.answered.interactive).toBe(1);
      office.close();
    });

    it('brings no desktop over its own limit', async () => {
      const { service, world: office } = world();
      const desktop = office.add('a');
      let slots = 0;
      desktop.line.forge = (reply) => {
        const { now, ...rest } = JSON.parse(reply);
        return JSON.stringify({ ...rest, now, at: now, slot: `a:m:invented${slots++}` });
      };
      desktop.saturate(office.clock.now() + 2 * MINUTE_MS);
      await office.run(2 * MINUTE_MS);
      expect(service.accepted).toBeGreaterThan(400);
      expect(service.rateLimited).toBe(0);
      office.close();
    });
  });

  describe('the engine’s clock', () => {
    it.each([3_600_000, -3_600_000])('may step by %i ms', async (stepMs) => {
      const { service, world: office } = world();
      const end = office.clock.now() + 3 * MINUTE_MS;
      // A single desktop calls seldom enough that a step shows.
      office.add('a').saturate(end);
      await office.run(MINUTE_MS);
      office.engineSkew = stepMs;
      const before = service.accepted;
      await office.run(MINUTE_MS);
      expect(service.rateLimited).toBe(0);
      expect(service.accepted - before).toBeGreaterThan(0.95 * 275);
      office.close();
    });
  });

  describe('a call', () => {
    const call = (team: string, more: object, now = 1_000_000) => {
      const rest = {
        channel: 'click',
        epoch: '',
        seq: 0,
        reports: [],
        windows: [[5, 1_000]],
        lane: 'interactive',
        lead: 0,
        period: PERIOD,
        guard: 10,
      };
      return engine
        .evaluate(SLOT_SCRIPT, slotKeys(team), [String(now), JSON.stringify({ desktop: 'a:1', ...rest, ...more })])
        .then((reply) => SlotReply.parse(JSON.parse(String(reply))));
    };

    it('that is repeated gets the same reply', async () => {
      const first = await call('repeated', { call: 'x' });
      expect(first.slot).not.toBe('');
      expect(await call('repeated', { call: 'x' })).toEqual(first);
      expect((await call('repeated', { call: 'y' })).slot).not.toBe(first.slot);
    });

    it('counts a request without a report as arriving now', async () => {
      const one = { windows: [[1, 1_000]] };
      const first = await call('silent', { call: 'x', ...one });
      const at = first.at + 500;
      expect(await call('silent', { call: 'y', desktop: 'b:1', lane: '', ...one }, at)).toMatchObject({ counts: [1] });
      const next = await call('silent', { call: 'z', desktop: 'b:1', ...one }, at);
      expect(next.at).toBeGreaterThanOrEqual(at + 1_000);
    });

    it('that knows more than the engine begins another epoch, in which everybody reports first', async () => {
      const { epoch, seq } = await call('restored', { call: 'x' });
      const next = await call('restored', { call: 'y', epoch, seq: seq + 1 }, 1_010_000);
      expect(next.epoch).not.toBe(epoch);
      expect(next.at).toBeGreaterThanOrEqual(1_012_500);
      expect((await call('restored', { call: 'z', epoch, seq: seq + 1 }, 1_020_000)).epoch).toBe(next.epoch);
    });

    it('of a colleague waits for the pause of a 429, at half the rate', async () => {
      await call('refused', { call: 'x', refused: [999_000, 30_000] });
      const next = await call('refused', { call: 'y', desktop: 'b:1' });
      expect(next.at).toBeGreaterThanOrEqual(1_030_000);
      const clicks = [];
      for (let index = 0; index < 6; index += 1)
        clicks.push((await call('refused', { call: `z${index}`, desktop: 'b:1' })).at - next.at);
      // A click may come early; those that follow keep the rate.
      expect(clicks[0]).toBeCloseTo(2 * 0.7 * PERIOD, 0);
      expect(clicks[5]).toBeGreaterThan(2 * 4.5 * PERIOD);
    });

    it('lets every key of the team expire, after a day or the longest window', async () => {
      await call('old', { call: 'w', lane: '', channel: 'other' });
      await call('old', { call: 'x', path: 20, lane: 'bulk', windows: [[5, 1_000]] });
      const lives = async () =>
        Promise.all(slotKeys('old').map(async (key) => Number(await engine.command('PTTL', key))));
      const DAY_MS = 86_400_000;
      for (const ms of await lives()) if (ms !== -2) expect(ms).toBeGreaterThan(DAY_MS - 10_000);
      await call('old', { call: 'y', windows: [[9, 2 * DAY_MS]] });
      for (const ms of await lives()) if (ms !== -2) expect(ms).toBeGreaterThan(2 * DAY_MS);
    });

    it('keeps arrivals for the longest window that anybody in the team knows', async () => {
      const HOUR_MS = 3_600_000;
      const now = 10 * HOUR_MS;
      const knows = { desktop: 'b:1', windows: [[9, HOUR_MS]], lane: '' };
      const isKept = async () => (await engine.command('ZSCORE', slotKeys('long')[1] ?? '', 'r')) !== null;
      await call('long', { call: 'x', reports: [['r', now]], ...knows }, now);
      for (let minutes = 5; minutes < 60; minutes += 5)
        await call('long', { call: `y${minutes}`, lane: '' }, now + minutes * MINUTE_MS);
      expect(await isKept()).toBe(true);
      // Who knew the window has been away for longer than it.
      await call('long', { call: 'z', lane: '' }, now + 3 * HOUR_MS);
      expect(await isKept()).toBe(false);
    });

    it('that says goodbye leaves nothing of the desktop behind', async () => {
      await call('left', { call: 'x', path: 20, lane: 'bulk', channel: 'other' });
      await call('left', { call: 'y', path: 20 });
      await call('left', { call: 'z', path: 20, lane: 'bye', channel: 'other' });
      const [, log, open, ...keys] = slotKeys('left');
      for (const key of keys) expect(await engine.command('EXISTS', key)).toBe(0);
      // What it sent counts on.
      for (const key of [log, open]) expect(await engine.command('ZCARD', key ?? '')).toBe(1);
    });

    describe('leaves the turn of a person', () => {
      const waits = { channel: 'other', lane: 'bulk' };
      const quiet = { channel: 'other', lane: '' };
      /** Both desktops of a person call; those of `waiting` get no slot. Returns the calls that follow, and the person's turn and tag. */
      const turnOf = async (team: string, ...waiting: readonly string[]) => {
        let calls = 0;
        const say = (desktop: string, more: object, now: number) =>
          call(team, { call: `c${calls++}`, desktop, ...more }, now);
        const [, , , turn = '', tag = ''] = slotKeys(team);
        const scoreIn = (key: string) => engine.command('ZSCORE', key, 'a');
        for (const desktop of ['a:1', 'a:2']) await say(desktop, quiet, 1_000_000);
        expect((await say('a:1', waits, 1_002_600)).slot).not.toBe('');
        for (const desktop of ['a:1', 'a:2']) await say(desktop, quiet, 1_002_601);
        for (const desktop of waiting) expect((await say(desktop, waits, 1_002_602)).slot).toBe('');
        return { say, turn: () => scoreIn(turn), tag: () => scoreIn(tag) };
      };

      it('whose second desktop falls silent', async () => {
        const { say, turn } = await turnOf('second', 'a:1', 'a:2');
        await say('a:1', quiet, 1_004_000);
        await say('b:1', quiet, 1_006_000);
        expect(await turn()).not.toBeNull();
      });

      it('until the last desktop is silent, however late that is seen', async () => {
        const { say, turn } = await turnOf('killed', 'a:1');
        await say('b:1', quiet, 1_060_000);
        expect(await turn()).toBeNull();
      });

      it('until the last desktop has no more work', async () => {
        const { say, turn } = await turnOf('idle', 'a:1', 'a:2');
        await say('a:2', { ...quiet, idle: true }, 1_002_700);
        expect(await turn()).not.toBeNull();
        await say('a:1', { ...quiet, idle: true }, 1_002_701);
        expect(await turn()).toBeNull();
      });

      it('and the tag, until the last desktop leaves', async () => {
        const { say, turn, tag } = await turnOf('leaves', 'a:1', 'a:2');
        await say('a:2', { ...quiet, lane: 'bye' }, 1_002_700);
        expect([await turn(), await tag()]).not.toContain(null);
        await say('a:1', { ...quiet, lane: 'bye' }, 1_002_701);
        expect([await turn(), await tag()]).toEqual([null, null]);
      });
    });

    it('that gets no reply any more ends its connection, and the next one works', async () => {
      const proxy = await startSilentProxy(server.address.port);
      const address = { ...server.address, port: proxy.port };
      const behind = openEngine({ address, fraction: () => 0, onFailure: () => {} });
      await behind.ready;
      proxy.silence();
      let lost = 0;
      while ((await behind.command('ZCARD', 'lk1:any').catch(() => null)) === null) {
        lost += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(lost).toBeGreaterThanOrEqual(3);
      expect(proxy.connections).toBe(2);
      behind.close();
      proxy.stop();
    });

    it('runs after the engine forgot its scripts', async () => {
      await engine.command('SCRIPT', 'FLUSH');
      expect((await call('forgot', { call: 'x' })).slot).not.toBe('');
    });
  });
});

/** The issuance books: one desktop alone, a team of one and a team of three, before Debian's redis-server with TLS and ACL, in virtual time. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, openEngine } from '../../../../src/main/team/engine.ts';
import { MINT_SCRIPT } from '../../../../src/main/team/issuance/mint-script.ts';
import { TeamKey } from '../../../../src/main/team/team-key.ts';
import { type EngineServer, hasEngineServer, startEngineServer } from '../../../support/engine-server.ts';
import { type Death, type Fault, LIMIT, Office } from '../../../support/office.ts';

/** More schedules on demand: `TEAM_SCHEDULES=1000 TEAM_SEED=1`, and so on with other seeds. */
const { TEAM_SCHEDULES, TEAM_SEED } = process.env;
const SCHEDULES = Number(TEAM_SCHEDULES ?? 40);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.skipIf(!hasEngineServer)('the issuances of a team (needs redis-server)', () => {
  let server: EngineServer;
  let engine: Engine;
  let teams = 0;
  const key = TeamKey.generate();
  beforeAll(async () => {
    server = await startEngineServer();
    engine = openEngine({ address: server.address, fraction: () => 0, onFailure: () => {} });
    await engine.ready;
  });
  afterAll(() => {
    engine?.close();
    server?.stop();
  });

  const KINDS = { local: 1, 'a team of one': 1, 'a team of three': 3 } as const;
  const office = (kind: keyof typeof KINDS) =>
    new Office(kind === 'local' ? null : engine, `m${teams++}`, key, KINDS[kind]);
  /** An office whose engine has learned that nothing was issued. */
  const settled = async (size: number) => {
    const made = new Office(engine, `m${teams++}`, key, size);
    await made.pass(6_000);
    return made;
  };
  const all = async (made: Office, ms: number) => {
    const outcomes = made.desktops.map((desktop) => desktop.request());
    await made.pass(ms);
    return Promise.all(outcomes);
  };
  const refuse = (made: Office) => {
    for (const { token } of made.desktops) if (token) made.service.refused.add(token.accessToken.reveal());
  };

  it('a hundred refused desktops request one token', async () => {
    const made = await settled(100);
    expect((await all(made, 2_000)).filter((one) => one !== 'taken')).toEqual(['confirmed']);
    refuse(made);
    expect((await all(made, 2_000)).filter((one) => one !== 'taken')).toEqual(['confirmed']);
    expect(made.service.issued).toHaveLength(2);
  });

  it.each(['recorded', 'sent', 'answered'] as const)(
    'goes on within 40 s when the holder dies with its request %s',
    async (death) => {
      const made = await settled(2);
      const [first, second] = made.desktops;
      void first?.request(death);
      await made.pass(1_000);
      const outcome = second?.request();
      await made.pass(40_000);
      expect(await outcome).toBe('confirmed');
      expect(second?.local.issuances).toHaveLength(2);
    },
  );

  it('a desktop that slept while its request was in flight publishes its token, which does not replace a newer one', async () => {
    const made = await settled(3);
    const [slow, quick, third] = made.desktops;
    if (slow) slow.fault = 'none';
    const late = slow?.request();
    await made.pass(25);
    if (slow) slow.fault = 'drop';
    await made.pass(2_000);
    await late;
    const own = quick?.request();
    await made.pass(40_000);
    expect(await own).toBe('confirmed');
    if (slow) slow.fault = 'none';
    await made.pass(6_000);
    const taken = third?.request();
    await made.pass(1_000);
    expect(await taken).toBe('taken');
    expect(third?.token?.accessToken.reveal()).toBe(quick?.token?.accessToken.reveal());
    expect(third?.local.issuances).toHaveLength(2);
  });

  it('without the engine one desktop requests one token, and the others say why they do not', async () => {
    const made = await settled(3);
    for (const desktop of made.desktops) desktop.fault = 'drop';
    expect((await all(made, 2_000)).toSorted()).toEqual(['confirmed', 'teamUnreachable', 'teamUnreachable']);
    refuse(made);
    expect(await all(made, 2_000)).toEqual(['teamUnreachable', 'teamUnreachable', 'teamUnreachable']);
    for (const desktop of made.desktops) desktop.fault = 'none';
    await made.pass(6_000);
    expect(made.desktops.map(({ local }) => local.issuances.length)).toEqual([1, 1, 1]);
  });

  it('leaves one slot of the quota, which one desktop may use without the engine', async () => {
    const made = await settled(3);
    for (let day = 0; day < LIMIT; day += 1) {
      refuse(made);
      await all(made, 2_000);
    }
    expect(made.service.issued).toHaveLength(LIMIT - 1);
    refuse(made);
    expect(await all(made, 2_000)).toEqual(['quotaExhausted', 'quotaExhausted', 'quotaExhausted']);
    for (const desktop of made.desktops) desktop.fault = 'drop';
    expect((await all(made, 2_000)).toSorted()).toEqual(['confirmed', 'teamUnreachable', 'teamUnreachable']);
    expect([made.service.issued.length, made.service.excess]).toEqual([LIMIT, 0]);
  });

  it('a flushed engine gets everything back within 6 s, and nothing is requested', async () => {
    const made = await settled(1);
    await all(made, 2_000);
    await made.flush();
    const joined = made.add();
    const outcome = joined.request();
    await made.pass(6_000);
    expect(await outcome).toBe('taken');
    expect(joined.local.issuances).toHaveLength(1);
    expect(made.service.issued).toHaveLength(1);
  });

  it('a record that was swapped, replayed or cut changes nothing, and is told', async () => {
    const made = await settled(2);
    await all(made, 2_000);
    const [book = ''] = made.keys;
    const fields = async () =>
      String(
        await engine.evaluate(
          MINT_SCRIPT,
          [book],
          [String(made.clock.now()), JSON.stringify({ desktop: 'x', known: [] })],
        ),
      );
    const old = JSON.parse(await fields()).token;
    refuse(made);
    await all(made, 2_000);
    const current = JSON.parse(await fields()).token;
    const held = made.desktops[0]?.token?.accessToken.reveal();
    for (const [sealed, generation] of [
      [old.sealed, 1],
      [old.sealed, 9],
      [current.sealed.slice(0, -4), 99],
    ]) {
      await engine.command(
        'HSET',
        book,
        'sealed',
        String(sealed),
        'generation',
        String(generation),
        'print',
        `p${generation}`,
      );
      await made.pass(5_000);
    }
    expect(new Set(made.problems)).toEqual(new Set(['replayed', 'changed']));
    expect(made.desktops[0]?.token?.accessToken.reveal()).toBe(held);
  });

  it.each([
    ['invented', 'unreadable', (_: string, stored: object) => ['i:invented', { ...stored, cause: 'none' }]],
    ['moved to another name', 'changed', (_: string, stored: object) => ['i:moved', stored]],
    [
      'said to have brought nothing',
      'changed',
      (id: string, stored: object) => [id, { ...stored, outcome: 'refused' }],
    ],
  ] as const)('an issuance that was %s changes no count, and is told', async (_, problem, change) => {
    const made = await settled(2);
    await all(made, 2_000);
    const [book = ''] = made.keys;
    const fields = (await engine.command('HGETALL', book)) as string[];
    const at = fields.findIndex((field) => field.startsWith('i:'));
    const [id, record] = change(fields[at] ?? '', JSON.parse(fields[at + 1] ?? '') as object);
    await engine.command('HSET', book, String(id), JSON.stringify(record));
    await made.pass(6_000);
    expect(new Set(made.problems)).toEqual(new Set([problem]));
    for (const { local } of made.desktops) expect(local.issuances.map(({ outcome }) => outcome)).toEqual(['confirmed']);
  });

  it('an engine that replies with errors is told once, and only the kept slot is used', async () => {
    const made = await settled(2);
    const [book = ''] = made.keys;
    await engine.command('SET', book, 'of somebody else');
    const spared = await all(made, 2_000);
    expect(spared.toSorted()).toEqual(['confirmed', 'teamUnreachable']);
    await made.pass(30_000);
    expect(made.problems).toEqual(['failing', 'failing']);
    await engine.command('DEL', book);
    await made.pass(40_000);
    expect(made.problems.slice(2)).toEqual([null, null]);
    expect(made.desktops.map(({ local }) => local.issuances.length)).toEqual([1, 1]);
  });

  it('shows the engine no token, client ID or name', async () => {
    const seen: string[] = [];
    const watched = {
      command: engine.command,
      evaluate: async (...call: Parameters<Engine['evaluate']>) => {
        seen.push(JSON.stringify(call.slice(1)), String(await engine.evaluate(...call)));
        return engine.evaluate(...call);
      },
    };
    const made = new Office(watched, `m${teams++}`, key, 2);
    await made.pass(6_000);
    await all(made, 2_000);
    const stored = JSON.stringify(await engine.command('HGETALL', made.keys[0] ?? ''));
    expect(made.service.issued).toHaveLength(1);
    expect(seen.length).toBeGreaterThan(8);
    expect(`${stored}${seen.join('')}${made.keys}`).not.toMatch(/planted|unauthorized|"start"|oauth2|example\.com/);
    expect(stored).toContain('sealed');
  });

  const anyStep = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('request' as const),
        who: fc.nat(2),
        death: fc.option(fc.constantFrom<Death>('recorded', 'sent', 'answered'), { nil: undefined, freq: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('fault' as const),
        who: fc.nat(2),
        fault: fc.constantFrom<Fault>('none', 'none', 'drop', 'swallow', 'delay', 'duplicate'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(3, 17, 300, 6_000, 36_000) }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('refuse' as const, 'restart' as const), who: fc.nat(2) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('refuseAll' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('failover' as const), ms: fc.constantFrom(8, 30, 60) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('night' as const), ms: fc.constantFrom(HOUR_MS, 13 * HOUR_MS) }),
    },
  );

  async function play(made: Office, steps: (typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never)[]) {
    for (const step of steps) {
      const desktop = 'who' in step ? made.desktops[step.who % made.desktops.length] : undefined;
      if (step.do === 'request') void desktop?.request(step.death);
      if (step.do === 'fault' && desktop) desktop.fault = step.fault;
      if (step.do === 'pass') await made.pass(step.ms);
      if (step.do === 'refuse' && desktop?.token) made.service.refused.add(desktop.token.accessToken.reveal());
      if (step.do === 'refuseAll') {
        refuse(made);
        for (const one of made.desktops) void one.request();
        await made.pass(1_500);
      }
      if (step.do === 'restart') {
        desktop?.kill();
        desktop?.start();
      }
      // Who is cut off when the engine loses everything cannot tell; one slot is kept for that.
      if (step.do === 'flush' && made.desktops.every(({ fault }) => fault === 'none')) {
        await made.flush();
        await made.pass(6_000);
      }
      if (step.do === 'failover' && made.desktops.every(({ fault }) => fault === 'none')) {
        refuse(made);
        for (const one of made.desktops) void one.request();
        await made.pass(step.ms);
        await made.failover();
        await made.pass(6_000);
      }
      if (step.do === 'night') await made.night(step.ms);
    }
    for (const one of made.desktops) one.fault = 'none';
    await made.pass(41_000);
  }

  it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
    '%s never exceeds the quota, and loses no token that somebody holds',
    async (kind) => {
      const totals = { schedules: 0, deaths: 0, lostWrites: 0, issued: 0, taken: 0, full: 0, longestWait: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
          const made = office(kind);
          await play(made, steps);
          expect(made.service.excess).toBe(0);
          totals.deaths += made.deaths;
          totals.lostWrites += made.lostWrites;
          for (const desktop of made.desktops) {
            desktop.kill();
            desktop.start();
          }
          await made.pass(6_000);
          const { best } = made;
          if (kind !== 'local' && best && !made.service.refused.has(best.accessToken.reveal())) {
            const joined = made.add();
            const outcome = joined.request();
            await made.pass(2_000);
            expect(await outcome).toBe('taken');
            totals.taken += 1;
          }
          totals.full += made.service.issued.length >= LIMIT - 1 ? 1 : 0;
          totals.schedules += 1;
          totals.issued += made.service.issued.length;
          totals.longestWait = Math.max(totals.longestWait, made.longestWait);
          for (const desktop of made.desktops) desktop.kill();
        }),
        {
          ...(TEAM_SCHEDULES && !TEAM_SEED ? {} : { seed: Number(TEAM_SEED ?? 56) }),
          numRuns: kind === 'local' ? Math.min(40, SCHEDULES) : SCHEDULES,
        },
      );
      expect(totals.issued).toBeGreaterThan(0);
      expect(totals.full).toBeGreaterThan(0);
      if (kind !== 'local') expect(totals.taken).toBeGreaterThan(0);
      expect(totals.longestWait).toBeLessThanOrEqual(LIMIT * 41_000);
      if (TEAM_SCHEDULES) process.stdout.write(`${kind}: ${JSON.stringify(totals)}\n`);
    },
    SCHEDULES * 1_000 + 10_000,
  );
});

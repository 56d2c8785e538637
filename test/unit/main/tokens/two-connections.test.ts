/** Two connections of one service account, on a machine whose clock is wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../support/manual-clock.ts';
import { newConnection } from '../vault/open-vault.ts';
import { DAY, HOUR } from './token-bench.ts';
import { START, World } from './world.ts';

const MINUTE = 60_000;

type Office = Awaited<ReturnType<World['start']>>;

/** A world with a second connection to the same account, and the ids of both credentials. */
async function twoConnections(wrongMs = 0) {
  const world = new World(wrongMs);
  const first = await world.start();
  await first.vault.create(newConnection({ name: 'The same account', applications: [] }));
  await first.stop();
  return { world, office: await world.start() };
}

const credentials = ({ vault }: Office): string[] => vault.snapshot().connections.map((it) => it.openApi?.id ?? '');
const used = (office: Office): number[] => credentials(office).map((id) => office.tokens.status(id).quota.used);

describe('two connections of one account', () => {
  it('see the same count on a clock that is wrong by a day and an hour', async () => {
    for (const wrong of [25 * HOUR, -25 * HOUR]) {
      const { world, office } = await twoConnections(wrong);
      const [one = '', other = ''] = credentials(office);
      for (const id of [one, other, one, other, one]) await office.tokens.renew(id, true);
      expect(world.issuedAt).toHaveLength(5);
      expect(used(office)).toEqual([5, 5]);
      for (const id of [one, other])
        await expect(office.tokens.renew(id, true)).rejects.toMatchObject({ code: 'quotaExhausted' });
      for (const { at } of office.tokens.status(other).issuances) expect(Math.abs(at - START)).toBeLessThan(HOUR);
    }
  });

  it.each([25 * HOUR, -25 * HOUR])(
    'see the same count when the clock jumps by %d ms, and after a restart',
    async (jump) => {
      const { world, office } = await twoConnections();
      const [one = '', other = ''] = credentials(office);
      for (const id of [one, other, one, other]) await office.tokens.renew(id, true);
      world.jump(jump);
      expect(used(office)).toEqual([4, 4]);
      await office.tokens.renew(other, true);
      expect(used(office)).toEqual([5, 5]);
      await office.stop();
      const again = await world.start();
      expect(used(again)).toEqual([5, 5]);
    },
  );

  it('see the same count when the clock is set back by 25 hours and the next run measures nothing', async () => {
    for (const back of [0, 25 * HOUR]) {
      const { world, office } = await twoConnections();
      const [one = '', other = ''] = credentials(office);
      for (const id of [one, other, one, other, one]) await office.tokens.renew(id, true);
      await office.stop();
      world.jump(-25 * HOUR);
      const offline = await world.start();
      await offline.stop();
      world.jump(back);
      const again = await world.start();
      expect(await again.call()).toEqual([200]);
      expect(used(again)).toEqual([5, 5]);
      await world.pass(DAY);
      expect(used(again)).toEqual([0, 0]);
    }
  });

  it.each([25 * HOUR, -25 * HOUR])(
    'see the same count when the clock is set by %d ms between two runs',
    async (jump) => {
      const { world, office } = await twoConnections();
      const [one = '', other = ''] = credentials(office);
      for (const id of [one, other, one, other, one]) await office.tokens.renew(id, true);
      await office.stop();
      world.jump(jump);
      const again = await world.start();
      expect(used(again)[0]).toBe(used(again)[1]);
      // The first answer measures the service's time, for both.
      expect(await again.call()).toEqual([200]);
      expect(used(again)).toEqual([5, 5]);
      await world.pass(DAY);
      expect(used(again)).toEqual([0, 0]);
      expect(world.issuedAt).toHaveLength(5);
    },
  );
});

describe('the token of two connections of one account', () => {
  const textOf = async ({ tokens }: Office, id: string) => (await tokens.bearer(id)).authorization.reveal();

  it('is one, whichever needs it first, also when both need it at once and after a restart', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    const [text, same] = await Promise.all([textOf(office, one), textOf(office, other)]);
    expect(same).toBe(text);
    expect(world.issuedAt).toHaveLength(1);
    await office.stop();
    const again = await world.start();
    expect([await textOf(again, other), await textOf(again, one)]).toEqual([text, text]);
    expect(again.tokens.status(other)).toMatchObject({ state: 'valid', storage: 'encrypted' });
    expect(world.issuedAt).toHaveLength(1);
  });

  it('is shown by both at once: a connection that is added takes it', async () => {
    const world = new World(0);
    const office = await world.start();
    await office.call();
    await office.vault.create(newConnection({ name: 'The same account', applications: [] }));
    await settle();
    const [one = '', other = ''] = credentials(office);
    expect(office.tokens.status(other)).toMatchObject({
      state: 'valid',
      expiresAt: office.tokens.status(one).expiresAt,
    });
  });

  it('is renewed once for both', async () => {
    const { world, office } = await twoConnections();
    const ids = credentials(office);
    for (let hours = 0; hours <= 72; hours += 1) {
      for (const id of ids) expect(await office.call(`listings`, id)).toEqual([200]);
      await world.pass(HOUR);
    }
    expect(world.issuedAt).toHaveLength(4);
  });

  it('serves a connection when the quota is used up', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    for (let count = 0; count < 5; count += 1) await office.tokens.renew(one, true);
    expect(await office.call('listings', other)).toEqual([200]);
    expect(world.issuedAt).toHaveLength(5);
  });

  it('is not taken by a connection that has another secret, until it has the same', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    await office.vault.replaceSecret({ credentialId: one, clientSecret: 'planted-rotated-secret' });
    const text = await textOf(office, one);
    expect(await textOf(office, other)).not.toBe(text);
    expect(world.issuedAt).toHaveLength(2);
    await office.vault.replaceSecret({ credentialId: other, clientSecret: 'planted-rotated-secret' });
    expect(await textOf(office, other)).toBe(text);
    expect(world.issuedAt).toHaveLength(2);
  });

  it('stays with one connection when the other is removed, and is discarded for both', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    const text = await textOf(office, one);
    await textOf(office, other);
    await office.vault.remove({ id: office.connectionId });
    expect(await textOf(office, other)).toBe(text);
    const { id } = await office.vault.create(newConnection({ name: 'Again', applications: [] }));
    const third = office.vault.connection(id).openApi?.id ?? '';
    expect(await textOf(office, third)).toBe(text);
    await office.tokens.discard(third);
    expect([other, third].map((it) => office.tokens.status(it).storage)).toEqual(['nowhere', 'nowhere']);
    expect(await textOf(office, other)).not.toBe(text);
    expect(world.issuedAt).toHaveLength(2);
  });

  it('stays with the other connection, which has not used it, when the one that requested it is removed', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    await office.call('listings', one);
    await office.vault.remove({ id: office.connectionId });
    expect(await office.call('listings', other)).toEqual([200]);
    expect(world.issuedAt).toHaveLength(1);
  });

  describe('whose request is in flight when its connection is removed', () => {
    async function removedInFlight(fault: World['fault']) {
      const { world, office } = await twoConnections();
      const [one = '', other = ''] = credentials(office);
      const gate = Promise.withResolvers<void>();
      Object.assign(world, { gate: gate.promise, fault });
      const texts = [one, other].map((id) => textOf(office, id).catch(({ code }) => code));
      await settle();
      expect(world.inFlight).toBe(1);
      await office.vault.remove({ id: office.connectionId });
      gate.resolve();
      return { world, office, other, texts: await Promise.all(texts) };
    }

    it('arrives for the other connection, which waits for it', async () => {
      const { world, office, other, texts } = await removedInFlight('none');
      expect(texts).toEqual(['notFound', 'Bearer planted-token-1']);
      expect(await textOf(office, other)).toBe('Bearer planted-token-1');
      expect(world.issuedAt).toHaveLength(1);
    });

    it.each([
      ['failed', 'tokenEndpointFailed'],
      ['lostAfter', 'tokenEndpointUnreachable'],
    ] as const)('gives the other connection its error (%s)', async (fault, code) => {
      const { texts } = await removedInFlight(fault);
      expect(texts).toEqual([code, code]);
    });
  });

  it('is not replaced for a 401 while it works for the other connection', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    await office.call('listings', one);
    const { generation } = await office.tokens.bearer(other);
    expect(await office.tokens.refused(other, generation, 401, 'listings')).toBe('final');
    expect(world.issuedAt).toHaveLength(1);
  });

  it('replaces one that was refused, once for both', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    const before = await Promise.all([one, other].map((id) => office.tokens.bearer(id)));
    for (const [index, id] of [one, other].entries()) {
      const { generation } = before[index] ?? { generation: 0 };
      expect(await office.tokens.refused(id, generation, 401, 'listings')).toBe('retry');
    }
    expect(await textOf(office, one)).toBe(await textOf(office, other));
    expect(world.issuedAt).toHaveLength(2);
  });

  it('is exchanged at most once for that of the other connection', async () => {
    const { world, office } = await twoConnections();
    const [one = '', other = ''] = credentials(office);
    const refuse = async (id: string) => {
      const { generation } = await office.tokens.bearer(id);
      return office.tokens.refused(id, generation, 401, 'listings');
    };
    await textOf(office, one);
    await textOf(office, other);
    await office.tokens.renew(one, false);
    expect(await textOf(office, one)).not.toBe(await textOf(office, other));
    expect(await refuse(one)).toBe('retry');
    expect(await textOf(office, one)).toBe(await textOf(office, other));
    expect(world.issuedAt).toHaveLength(2);
    expect(await Promise.all([refuse(one), refuse(other)])).toEqual(['retry', 'retry']);
    expect(world.issuedAt).toHaveLength(3);
    expect(await textOf(office, one)).toBe(await textOf(office, other));
  });

  it('is issued at most once a day, whatever happens, and every call has one', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('call' as const), which: fc.integer({ min: 0, max: 1 }) }),
      fc.record({ kind: fc.constant('both' as const) }),
      fc.record({ kind: fc.constant('restart' as const) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: MINUTE, max: 30 * HOUR }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { world, office } = await twoConnections();
        let now = office;
        for (const it of steps) {
          const ids = credentials(now);
          const callers = it.kind === 'call' ? [ids[it.which]] : it.kind === 'both' ? ids : [];
          for (const statuses of await Promise.all(callers.map((id) => now.call('listings', id))))
            expect(statuses.at(-1)).toBe(200);
          if (it.kind === 'pass') await world.pass(it.ms);
          if (it.kind !== 'restart') continue;
          await now.stop();
          now = await world.start();
        }
        const gaps = world.issuedAt.slice(1).map((at, index) => at - (world.issuedAt[index] ?? 0));
        expect(gaps.filter((gap) => gap < DAY - 31 * MINUTE)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

/** Two connections of one service account, on a machine whose clock is wrong. */
import { describe, expect, it } from 'vitest';
import { newConnection } from '../vault/open-vault.ts';
import { DAY, HOUR } from './token-bench.ts';
import { START, World } from './world.ts';

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

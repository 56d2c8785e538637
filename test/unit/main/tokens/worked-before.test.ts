/** What worked with a token is known after a restart. */
import { describe, expect, it } from 'vitest';
import { settle } from '../../../support/manual-clock.ts';
import { HOUR } from './token-bench.ts';
import { World } from './world.ts';

type Office = Awaited<ReturnType<World['start']>>;

/** A console that is started again an hour after `listings` and `search` worked with its token. */
async function restarted(operations = ['listings', 'search']) {
  const world = new World(0);
  const first = await world.start();
  for (const operation of operations) await first.call(operation);
  await first.stop();
  await settle();
  await world.pass(HOUR);
  return { world, office: await world.start() };
}

const refuse = async ({ tokens, id }: Office, status: 401 | 403, operation: string) =>
  tokens.refused(id, (await tokens.bearer(id)).generation, status, operation);

describe('after a restart', () => {
  it('a 401 of an operation that never worked replaces no token that has worked', async () => {
    const { world, office } = await restarted();
    for (let times = 0; times < 3; times += 1) expect(await refuse(office, 401, 'quoteCreate')).toBe('final');
    expect(world.issuedAt).toHaveLength(1);
  });

  it('a 401 of an operation that had worked does', async () => {
    const { world, office } = await restarted();
    expect(await refuse(office, 401, 'listings')).toBe('retry');
    expect(world.issuedAt).toHaveLength(2);
    // The new token has not worked yet, so it is not replaced again.
    expect(await refuse(office, 401, 'listings')).toBe('final');
    expect(world.issuedAt).toHaveLength(2);
  });

  it('a token that is refused on two operations that had worked with it is replaced once', async () => {
    const { world, office } = await restarted();
    expect([await refuse(office, 403, 'listings'), await refuse(office, 403, 'search')]).toEqual(['final', 'retry']);
    expect([await refuse(office, 403, 'listings'), await refuse(office, 403, 'search')]).toEqual(['final', 'final']);
    expect(world.issuedAt).toHaveLength(2);
  });

  it('a token is written again only when an operation works with it for the first time', async () => {
    const { office } = await restarted();
    let writes = 0;
    const { vault } = office;
    const storeToken = vault.storeToken.bind(vault);
    vault.storeToken = (...args) => {
      writes += 1;
      return storeToken(...args);
    };
    for (const operation of ['listings', 'search', 'calendar', 'calendar', 'listings']) await office.call(operation);
    expect(writes).toBe(1);
    for (let index = 0; index < 100; index += 1) await office.call(`operation${index}`);
    expect(writes).toBeLessThanOrEqual(50);
  });
});

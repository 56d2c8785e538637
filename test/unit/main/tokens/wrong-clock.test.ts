import { describe, expect, it } from 'vitest';
import { filterOf } from '../../../../src/shared/model/traffic.ts';
import { DAY, HOUR } from './token-bench.ts';
import { START, World } from './world.ts';

const MINUTE = 60_000;

const close = (value: number | null, expected: number) => expect(Math.abs((value ?? 0) - expected)).toBeLessThan(4_000);

describe.each([0, 3 * HOUR, -3 * HOUR])('on a machine whose clock is wrong by %d ms', (wrong) => {
  it('a token lives exactly as long as the service says, and is counted when it was issued', async () => {
    const world = new World(wrong);
    const { call, status, tokens, connectionId } = await world.start();
    expect(await call()).toEqual([200]);
    close(status().expiresAt, START + DAY);
    close(status().issuances[0]?.at ?? 0, START);
    close(status().quota.nextSlotAt, START + DAY);
    const snapshot = tokens.snapshot(connectionId);
    close(snapshot.skew?.offsetMs ?? 0, -wrong);
    close(snapshot.clock.anchorVirtual, -wrong);
    await world.pass(DAY - HOUR);
    expect(await call()).toEqual([200]);
    await world.pass(HOUR);
    expect(await call()).toEqual([200]);
    expect(world.issuedAt).toHaveLength(2);
    expect(world.exchanges.filter((it) => it.status !== 200)).toEqual([]);
  });

  it('an exchange keeps its duration', async () => {
    const world = new World(wrong);
    const { call, journal, connectionId } = await world.start();
    await call();
    const { exchanges } = journal.page({ filter: filterOf(connectionId), before: null, limit: 10 });
    expect(exchanges).toHaveLength(2);
    for (const exchange of exchanges) expect(exchange.durationMs).toBe(40);
  });

  it('the sixth token of a day is not requested', async () => {
    const world = new World(wrong);
    const { tokens, id, status } = await world.start();
    for (let turn = 0; turn < 5; turn += 1) {
      await tokens.renew(id, true);
      await world.pass(HOUR);
    }
    await expect(tokens.renew(id, true)).rejects.toMatchObject({ code: 'quotaExhausted' });
    close(status().quota.nextSlotAt, START + DAY);
    expect(world.exchanges.map((it) => it.status)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each([3 * HOUR, -3 * HOUR, 30 * HOUR, -30 * HOUR])('a jump of %d ms while running costs nothing', async (jump) => {
    const world = new World(wrong);
    const { call, status } = await world.start();
    await call();
    await world.pass(20 * HOUR);
    world.jump(jump);
    expect(await call()).toEqual([200]);
    expect(status().state).toBe('valid');
    close(status().expiresAt, START + DAY);
    expect(world.issuedAt).toHaveLength(1);
  });

  it.each([3 * HOUR, -3 * HOUR, 30 * HOUR, -30 * HOUR, -400 * DAY, 400 * DAY])(
    'a jump of %d ms between two runs costs nothing',
    async (jump) => {
      const world = new World(wrong);
      const first = await world.start();
      await first.call();
      first.stop();
      await world.pass(20 * HOUR);
      world.jump(jump);
      const second = await world.start();
      expect(await second.call()).toEqual([200]);
      close(second.status().expiresAt, START + DAY);
      expect(second.status().state).toBe('valid');
      expect(await second.call()).toEqual([200]);
      expect(world.issuedAt).toHaveLength(1);
    },
  );

  it.each([401, 403] as const)(
    'a token that expired between two runs is tried once, and renewed on its %d',
    async (status) => {
      const world = new World(wrong);
      world.expiredStatus = status;
      const first = await world.start();
      await first.call();
      first.stop();
      await world.pass(30 * HOUR);
      const second = await world.start();
      expect(second.status()).toMatchObject({ state: 'due', reason: expect.stringContaining('not yet compared') });
      expect(await second.call()).toEqual([status, 200]);
      expect(second.status()).toMatchObject({ state: 'valid', generation: 2 });
      expect(second.status().issuances.at(-1)?.cause).toBe('expiry');
      expect(await second.call()).toEqual([200]);
      expect(world.issuedAt).toHaveLength(2);
    },
  );
});

describe('when the clock steps back between two runs', () => {
  it('the quota is not blocked for longer than a day', async () => {
    const world = new World(0);
    const first = await world.start();
    for (let turn = 0; turn < 5; turn += 1) await first.tokens.renew(first.id, true);
    await first.tokens.discard(first.id);
    first.stop();
    world.jump(-400 * DAY);
    const second = await world.start();
    await expect(second.tokens.bearer(second.id)).rejects.toMatchObject({ code: 'quotaExhausted' });
    await world.pass(DAY + 3 * MINUTE);
    expect(await second.call()).toEqual([200]);
    close(second.status().issuances.at(-1)?.at ?? 0, world.true);
    second.stop();
    const third = await world.start();
    close(third.status().issuances.at(-1)?.at ?? 0, world.true);
    expect(third.status().foreignUse).toBeNull();
  });
});

it('offline for a week and back: a bounded number of tries, then one token for all who wait, and no request with an old one', async () => {
  const world = new World(0);
  const { call, status, tokens } = await world.start();
  expect(await call()).toEqual([200]);
  const pasts: number[] = [];
  world.arrived = (pastMs) => void pasts.push(pastMs);
  world.isOffline = true;
  const before = world.tried;
  for (let day = 0; day < 7; day += 1) {
    await world.pass(DAY);
    await call().catch(() => {});
  }
  // The app tries at most every 15 minutes on average.
  expect(world.tried - before).toBeLessThanOrEqual(7 * 24 * 6);
  expect(status().issuances.filter(({ outcome }) => outcome === 'lost' || outcome === 'sent')).toEqual([]);
  expect(status().state).not.toBe('valid');
  world.isOffline = false;
  await world.pass(15 * MINUTE);
  const all = await Promise.all(Array.from({ length: 20 }, () => call()));
  expect(all.every((statuses) => statuses.join() === '200')).toBe(true);
  expect(world.issuedAt).toHaveLength(2);
  expect(pasts.every((pastMs) => pastMs < 0)).toBe(true);
  tokens.stop();
});

/** The use that a service account has counted, when its connections change. */
import { describe, expect, it } from 'vitest';
import { composeRates } from '../../../../src/main/compose/rates.ts';
import { ServiceClocks, type StoredSkews } from '../../../../src/main/platform/service-clocks.ts';
import { accountOf } from '../../../../src/main/vault/service-account.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryUnsyncedLineFile } from '../../../support/memory-unsynced-line-file.ts';
import { newConnection, openVault } from '../vault/open-vault.ts';

/** Two connections of one account, and the limiters of a run; `restart` begins another run. */
async function office() {
  const [clock, log] = [new ManualClock(), new FakeLog()];
  const { vault } = await openVault({ clock });
  const limits = { kind: 'custom' as const, rules: [{ windowMs: 3_600_000, limit: 100 }] };
  const create = async (name: string, clientId = 'open-client') => {
    const openApi = { clientId, clientSecret: 'planted-open-secret' };
    const { id } = await vault.create(newConnection({ name, openApi, applications: [] }));
    await clock.advance(1_000);
    await vault.update({ id, limits: { openApi: limits } });
    return id;
  };
  const [one, other] = [await create('One'), await create('Other')];
  const files = new Map<string, MemoryUnsyncedLineFile>();
  const unsyncedLineFile = (name: string) => {
    const file = files.get(name) ?? new MemoryUnsyncedLineFile();
    files.set(name, file);
    return file;
  };
  const start = () => {
    const connectionsOf = (id: string) => accountOf(vault.snapshot().connections, id).connectionIds;
    const document = new MemoryDocument<StoredSkews>();
    const skews = new ServiceClocks({ machine: clock, monotonic: () => clock.now(), document, log, connectionsOf });
    const { rates } = composeRates({ kit: { clock, log, unsyncedLineFile }, vault, skews, sandboxClock: clock });
    return rates;
  };
  let rates = start();
  return {
    vault,
    create,
    ids: [one, other] as const,
    restart: () => {
      rates.stop();
      rates = start();
    },
    send: async (id: string) => (await rates.limiterOf(id, 'openApi').acquire()).sent(),
    remove: async (id: string) => {
      await vault.remove({ id });
      rates.remove(id);
    },
    used: (id: string) => rates.snapshot(id).groups[0]?.windows[0]?.used,
    setClient: (connectionId: string, clientId: string) =>
      vault.setOpenApi({ connectionId, clientId, clientSecret: 'planted-open-secret' }),
  };
}

describe('the use of a service account', () => {
  it.each([true, false])('stays when its oldest connection is removed (sent in this run: %s)', async (inThisRun) => {
    const { ids, send, remove, restart, used } = await office();
    await send(ids[0]);
    await send(ids[1]);
    if (!inThisRun) restart();
    await remove(ids[0]);
    restart();
    expect(used(ids[1])).toBe(2);
    await send(ids[1]);
    restart();
    expect(used(ids[1])).toBe(3);
  });

  it('stays with the account when its oldest connection is edited into another account', async () => {
    const { ids, send, create, restart, used, setClient } = await office();
    const third = await create('Third', 'another-client');
    for (const id of [ids[0], ids[1], third]) await send(id);
    await setClient(ids[0], 'another-client');
    expect([used(ids[0]), used(ids[1]), used(third)]).toEqual([1, 2, 1]);
    await send(ids[0]);
    restart();
    expect([used(ids[0]), used(ids[1]), used(third)]).toEqual([2, 2, 2]);
  });

  it('stays with a connection whose client was replaced', async () => {
    const { ids, send, remove, restart, used, setClient } = await office();
    await remove(ids[1]);
    await send(ids[0]);
    await setClient(ids[0], 'rotated-client');
    expect(used(ids[0])).toBe(1);
    restart();
    expect(used(ids[0])).toBe(1);
  });
});

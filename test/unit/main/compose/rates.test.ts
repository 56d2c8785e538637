/** The use that a connection has counted, across restarts and edits. */
import { expect, it } from 'vitest';
import { composeRates } from '../../../../src/main/compose/requests.ts';
import { ServiceClocks } from '../../../../src/main/traffic/clocks/service-clocks.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { MemoryUnsyncedLineFile } from '../../../support/memory-unsynced-line-file.ts';
import { newConnection, openVault } from '../vault/open-vault.ts';

it('stays with a connection whose client is replaced, and across a restart', async () => {
  const [clock, log] = [new ManualClock(), new FakeLog()];
  const { vault } = await openVault({ clock });
  const { id } = await vault.create(newConnection({ applications: [] }));
  const rules = [{ windowMs: 3_600_000, limit: 100 }];
  await vault.update({ id, limits: { openApi: { kind: 'custom', rules } } });
  const files = new Map<string, MemoryUnsyncedLineFile>();
  const unsyncedLineFile = (name: string) => {
    const file = files.get(name) ?? new MemoryUnsyncedLineFile();
    files.set(name, file);
    return file;
  };
  const start = () => {
    const skews = new ServiceClocks({
      machine: clock,
      monotonic: () => clock.now(),
      document: new MemoryDocument(),
      log,
    });
    return composeRates({ kit: { clock, log, unsyncedLineFile }, vault, skews, sandboxClock: clock });
  };
  const used = ({ rates }: ReturnType<typeof start>) => rates.snapshot(id).groups[0]?.windows[0]?.used;
  const first = start();
  (await first.rates.limiterOf(id, 'openApi').acquire()).sent();
  await vault.setOpenApi({ connectionId: id, clientId: 'rotated-client', clientSecret: 'planted-open-secret' });
  expect(used(first)).toBe(1);
  first.stop();
  expect(used(start())).toBe(1);
});

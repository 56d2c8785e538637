/** Opens the vault, starts the sandbox, and builds the stores, backups and deletions. */
import type { Preferences } from '../app/preferences.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Administrator } from '../policies/administrator.ts';
import { Backups } from '../store/backups.ts';
import { Deletions } from '../store/deletions.ts';
import { PendingList } from '../store/pending-list.ts';
import { RemovalList } from '../store/removal-list.ts';
import { runHere, runInThread } from '../store/run-backup-job.ts';
import { Stores } from '../store/stores.ts';
import { SecretCipher } from '../vault/secret-cipher.ts';
import { ShownConnections } from '../vault/shown-connections.ts';
import { Vault } from '../vault/vault.ts';
import { startSandbox } from './sandbox.ts';

export async function openVault(
  kit: PlatformKit,
  preferences: Preferences,
  administrator: Pick<Administrator, 'policies'>,
) {
  const { clock, random, log } = kit;
  const starting = startSandbox(kit);
  const secretCipher = new SecretCipher({
    cipher: kit.cipher,
    log,
    storeUnprotected: () => preferences.get().storeUnprotected,
  });
  const vault = await Vault.open({ document: kit.document('vault'), secretCipher, ask: kit.ask, clock, random, log });
  const running = await starting;
  await vault.ensureSandbox({ origin: running.origin ?? 'https://127.0.0.1', ...running.sandbox.credentials() });
  await vault.merges.mergeAll();
  const stores = new Stores({
    folder: kit.paths.store,
    document: (name) => kit.document(name),
    ...{ clock, log, quarantine: kit.quarantine },
  });
  // What a newer version made is not read: the start ends here with its sentence, as it does for connections.
  if (stores.console.exists) stores.console.use('What you made', 'read', () => {});
  const pending = new PendingList(stores.inConsole({ what: 'The pending deletions' }));
  const deletions = new Deletions({ pending, clock, random, log });
  const removalList = new RemovalList({ database: stores.inConsole({ what: 'The removed connections' }), clock, log });
  const connections = new ShownConnections({
    ...{ vault, list: removalList, deletions },
    allowedHosts: async () => (await administrator.policies()).allowedHosts,
  });
  const backups = new Backups({
    console: stores.console,
    run: kit.backupWorker ? runInThread(kit.backupWorker) : runHere,
    clock,
    log,
  });
  backups.start();
  return { vault, secretCipher, running, stores, backups, deletions, removalList, connections };
}

/** The deletion of a removed connection's data in every room. */
import type { Journal } from '../journal/journal.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Log } from '../platform/ports.ts';
import { deleteOfConnection } from '../store/connection-tables.ts';
import type { StoreFile } from '../store/store-file.ts';
import { RemovedData } from '../vault/removed-data.ts';
import type { Vault } from '../vault/vault.ts';

interface Removable {
  remove(connectionId: string): void;
}

interface Parts {
  readonly list: ConstructorParameters<typeof RemovedData>[0]['list'];
  readonly inMemory: readonly { forget(connectionId: string): void }[];
  readonly requests: Removable;
  readonly wires: Removable;
  readonly stores: { readonly console: StoreFile; readonly cache: StoreFile };
  readonly journal: Pick<Journal, 'clear'>;
  readonly rates: Removable;
  readonly skews: Removable;
  readonly marks: Removable;
  readonly operations: { remove(connectionId: string): Promise<void> };
  readonly log: Log;
}

export const removedDataOf = (parts: Parts): RemovedData =>
  new RemovedData({
    list: parts.list,
    // Memory comes first, so that nothing from it is written after the stores are cleared.
    deletions: {
      memory(connectionId) {
        for (const service of parts.inMemory) service.forget(connectionId);
        for (const service of [parts.requests, parts.wires]) service.remove(connectionId);
      },
      console: (connectionId) => deleteOfConnection(parts.stores.console, connectionId),
      cache: (connectionId) => deleteOfConnection(parts.stores.cache, connectionId),
      exchanges: (connectionId) => parts.journal.clear(connectionId),
      rates: (connectionId) => parts.rates.remove(connectionId),
      skews: (connectionId) => parts.skews.remove(connectionId),
      marks: (connectionId) => parts.marks.remove(connectionId),
      operations: (connectionId) => parts.operations.remove(connectionId),
    },
    log: parts.log,
  });

interface Interrupted {
  readonly kit: Pick<PlatformKit, 'quarantine'>;
  readonly vault: Pick<Vault, 'snapshot'>;
  readonly deletions: { finishEarlier(): Promise<void> };
  readonly removed: RemovedData;
}

/** Finishes the deletions that the end of the app interrupted. After the vault was quarantined it deletes nothing, because a person may restore its file. */
export async function finishEarlier({ kit, vault, deletions, removed }: Interrupted): Promise<void> {
  if (kit.quarantine.files.some(({ document }) => document === 'vault')) return;
  await deletions.finishEarlier();
  void removed.finishEarlier((connectionId) => vault.snapshot().connections.some(({ id }) => id === connectionId));
}

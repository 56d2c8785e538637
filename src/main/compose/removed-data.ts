/** The deletion of a removed connection's data in every room. */
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../platform/ports.ts';
import { deleteOfConnection } from '../store/connection-tables.ts';
import type { StoreFile } from '../store/store-file.ts';
import { RemovedData } from '../vault/removed-data.ts';

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

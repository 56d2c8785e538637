/** Clears the exchanges of a connection; a person can undo it. */
import type { Log } from '../platform/ports.ts';
import type { DeletedItems, Deletions } from '../store/deletions.ts';
import type { Journal } from './journal.ts';

export class Clearing {
  readonly #deletions: Deletions;

  constructor(journal: Journal, deletions: Deletions, log: Log) {
    this.#deletions = deletions;
    const idOf = ({ connectionId }: DeletedItems) => connectionId ?? '';
    deletions.register('traffic', {
      async hide(items) {
        if (!(await journal.clear(idOf(items), { canRestore: true }))) throw new ClearedForGood();
      },
      show: async (items) => void (await journal.restore(idOf(items))),
      // Not awaited: after a kill the journal deletes what it marked, and its worker starts late.
      delete(items) {
        const kept = journal.keepCleared(idOf(items));
        kept.catch((error: unknown) =>
          log.warn('cleared traffic stays until the next start', { error: String(error) }),
        );
      },
    });
  }

  /** Clears the exchanges of a connection. Returns the id of the pending deletion; null when the clearing cannot be undone. */
  async clear(connectionId: string): Promise<string | null> {
    const items: DeletedItems = { kind: 'traffic', connectionId, ids: [] };
    // The journal can restore only the last clearing of a connection.
    await this.#deletions.finish((known) => known.kind === 'traffic' && known.connectionId === connectionId);
    return this.#deletions.begin(items).catch((error: unknown) => {
      if (!(error instanceof ClearedForGood)) throw error;
      this.#deletions.announce(items);
      return null;
    });
  }
}

/** Thrown when the exchanges were cleared and cannot be restored. */
class ClearedForGood extends Error {}

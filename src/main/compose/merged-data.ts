/**
 * Moves the stored data of a merged connection to the connection that has its client IDs now. The vault's file keeps the merge until every store has
 * moved its data, so the next start repeats an interrupted move. Each store moves all of its data or none.
 */
import type { OperationStore } from '../api/operation-store.ts';
import { mergeNotes, type NoteSealer } from '../desk/merge-notes.ts';
import type { Log } from '../platform/ports.ts';
import type { Stores } from '../store/stores.ts';
import type { ConnectionMerges } from '../vault/connection-merges.ts';
import type { Vault } from '../vault/vault.ts';

export interface MergedDataDeps {
  readonly merges: Pick<ConnectionMerges, 'unstored' | 'note'>;
  readonly vault: Pick<Vault, 'snapshot'>;
  readonly stores: Pick<Stores, 'mergeConnections' | 'console'>;
  readonly operations: Pick<OperationStore, 'merge'>;
  /** Opens the note sealer; called only if the merged connection has notes. */
  readonly notes: () => Promise<NoteSealer>;
  /** Drops measurements and counts of a connection that no longer exists. */
  readonly drop: (connectionId: string) => void;
  readonly log: Log;
}

/** Moves the stored data of merged connections to the connection that stays. Never rejects. */
export async function mergeStoredData({
  merges,
  vault,
  stores,
  operations,
  notes,
  drop,
  log,
}: MergedDataDeps): Promise<void> {
  for (const { from, to, credentials } of merges.unstored)
    try {
      const merge = { from: from.id, to: to.id, credentials };
      const sealer = hasNotes(stores, from.id) ? await notes() : null;
      stores.mergeConnections(merge, (db) => {
        if (sealer) mergeNotes(db, merge, sealer);
      });
      await operations.merge(merge);
      if (!vault.snapshot().connections.some(({ id }) => id === from.id)) drop(from.id);
      await merges.note(from.id, { isStored: true });
    } catch (error) {
      // Ends here, because a later merge may build on this one.
      log.error('the data of a merged connection could not be moved; the next start tries it again', {
        error: String(error),
      });
      return;
    }
}

function hasNotes({ console: file }: Pick<Stores, 'console'>, connectionId: string): boolean {
  if (!file.exists) return false;
  const sql = "SELECT 1 FROM quotes WHERE connection_id = ? AND note <> '' LIMIT 1";
  return file.use('The quotes', 'read', ({ db }) => db.prepare(sql).get(connectionId) !== undefined);
}

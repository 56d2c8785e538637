/** Opens the journal: its file, its worker, and the preferences that it follows. */
import { join } from 'node:path';
import type { Preferences } from '../desk/preferences.ts';
import { Journal } from '../journal/journal.ts';
import { startInline } from '../journal/worker/start-inline.ts';
import { startLater } from '../journal/worker/start-later.ts';
import { startThread } from '../journal/worker/start-thread.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Log } from '../platform/ports.ts';
import type { DeletedItems, Deletions } from '../store/deletions.ts';

/** The first page is drawn within this time on most machines. */
const START_AFTER_MS = 1_500;

/** The journal, which follows the person's preferences until `stop`. */
export function openJournal(
  kit: PlatformKit,
  preferences: Pick<Preferences, 'get' | 'changed'>,
): { journal: Journal; stop: () => void } {
  const { clock, log } = kit;
  const journal = new Journal({
    file: join(kit.paths.store, 'journal.sqlite'),
    choices: preferences.get().journal,
    clock,
    log,
    start: startLater(startThread(kit.journalWorker), clock, START_AFTER_MS),
    fallback: startInline(clock),
  });
  return { journal, stop: preferences.changed.subscribe((chosen) => journal.configure(chosen.journal)) };
}

/** Returns the function that clears the exchanges of a connection. It returns the id of the pending deletion; null when that cannot be undone. */
export function undoableClearing(journal: Journal, deletions: Deletions, log: Log) {
  const idOf = ({ connectionId }: DeletedItems) => connectionId ?? '';
  deletions.register('traffic', {
    async hide(items) {
      if (!(await journal.clear(idOf(items), { canRestore: true }))) throw new ClearedForGood();
    },
    show: async (items) => void (await journal.restore(idOf(items))),
    // Not awaited: after a kill the journal deletes what it marked, and its worker starts late.
    delete(items) {
      const kept = journal.keepCleared(idOf(items));
      kept.catch((error: unknown) => log.warn('cleared traffic stays until the next start', { error: String(error) }));
    },
  });
  return async (connectionId: string): Promise<string | null> => {
    const items: DeletedItems = { kind: 'traffic', connectionId, ids: [] };
    // The journal can restore only the last clearing of a connection.
    await deletions.finish((known) => known.kind === 'traffic' && known.connectionId === connectionId);
    return deletions.begin(items).catch((error: unknown) => {
      if (!(error instanceof ClearedForGood)) throw error;
      deletions.announce(items);
      return null;
    });
  };
}

/** The exchanges are cleared, and cannot be restored. */
class ClearedForGood extends Error {}

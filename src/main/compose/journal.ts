/** Opens the journal: its file, its worker, and the preferences that it follows. */
import { join } from 'node:path';
import type { Preferences } from '../app/preferences.ts';
import { Journal } from '../journal/journal.ts';
import { startInline } from '../journal/worker/start-inline.ts';
import { startThread } from '../journal/worker/start-thread.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Log } from '../platform/ports.ts';
import { removeDatabase } from '../platform/sqlite.ts';

/**
 * Opens the journal and applies each change of the preferences to it, until the returned `stop` is called. The journal's thread starts when `drawn`
 * resolves, after the window shows its first page.
 */
export function openJournal(
  kit: PlatformKit,
  preferences: Pick<Preferences, 'get' | 'changed'>,
  drawn: Promise<void>,
): { journal: Journal; stop: () => void } {
  const { clock, log } = kit;
  void drawn.then(() => removeFormer(join(kit.paths.store, 'journal.sqlite'), log));
  const journal = new Journal({
    file: join(kit.paths.store, 'journal.db'),
    choices: preferences.get().journal,
    clock,
    log,
    start: kit.journalWorker ? startThread(kit.journalWorker) : startInline(clock),
    fallback: startInline(clock),
    ready: drawn,
  });
  return { journal, stop: preferences.changed.subscribe((chosen) => journal.configure(chosen.journal)) };
}

/** Deletes the journal of 0.1.0, whose format is not read any more. A file that is held is deleted at a later start. */
function removeFormer(file: string, log: Log): void {
  try {
    removeDatabase(file);
  } catch (error) {
    log.warn('the journal of 0.1.0 was not deleted', { error: String(error) });
  }
}

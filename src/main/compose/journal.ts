/** Opens the journal: its file, its worker, and the preferences that it follows. */
import type { Preferences } from '../app/preferences.ts';
import { Journal } from '../journal/journal.ts';
import { renameFormerJournal } from '../journal/store/former-file.ts';
import { startInline } from '../journal/worker/start-inline.ts';
import { startLater } from '../journal/worker/start-later.ts';
import { startThread } from '../journal/worker/start-thread.ts';
import type { PlatformKit } from '../platform/kit.ts';

/** The journal follows the preferences until `stop`. Its thread starts when `drawn` resolves: a window then shows its first page. */
export function openJournal(
  kit: PlatformKit,
  preferences: Pick<Preferences, 'get' | 'changed'>,
  drawn: Promise<void>,
): { journal: Journal; stop: () => void } {
  const { clock, log } = kit;
  const journal = new Journal({
    file: renameFormerJournal(kit.paths.store, log),
    choices: preferences.get().journal,
    clock,
    log,
    start: startLater(startThread(kit.journalWorker), drawn),
    fallback: startInline(clock),
  });
  return { journal, stop: preferences.changed.subscribe((chosen) => journal.configure(chosen.journal)) };
}

/** Opens the journal: its file, its worker, and the preferences that it follows. */
import { join } from 'node:path';
import type { Preferences } from '../desk/preferences.ts';
import { Journal } from '../journal/journal.ts';
import { startInline } from '../journal/worker/start-inline.ts';
import { startThread } from '../journal/worker/start-thread.ts';
import type { PlatformKit } from '../platform/kit.ts';

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
    start: startThread(kit.journalWorker),
    fallback: startInline(clock),
  });
  return { journal, stop: preferences.changed.subscribe((chosen) => journal.configure(chosen.journal)) };
}

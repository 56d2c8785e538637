/** The file of the journal was journal.sqlite before it was journal.db. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/ports.ts';

/** Renames a former file with its write-ahead log. Returns the path of the journal, which is the former one while it cannot be renamed. */
export function renameFormerJournal(folder: string, log: Pick<Log, 'error'>): string {
  const [file, former] = [join(folder, 'journal.db'), join(folder, 'journal.sqlite')];
  if (!existsSync(former) || existsSync(file)) return file;
  try {
    // The database last: after a kill in between, the next start continues here.
    for (const ending of ['-shm', '-wal', ''])
      if (existsSync(former + ending)) renameSync(former + ending, file + ending);
    return file;
  } catch (error) {
    log.error('the journal keeps its former name', { error: String(error) });
    return former;
  }
}

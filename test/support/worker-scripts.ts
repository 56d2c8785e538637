/**
 * The scripts of the console's threads: the source, which Node reads file by file, or the built ones (`npm test` names their folder in
 * LATCHKEY_BUILT_WORKERS), which start in half the time.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const built = process.env.LATCHKEY_BUILT_WORKERS;
const sources = new URL('../../src/main/', import.meta.url);

export const JOURNAL_WORKER = built
  ? pathToFileURL(join(built, 'journal-worker.js'))
  : new URL('journal/worker/journal-worker.ts', sources);
export const BACKUP_WORKER = built
  ? pathToFileURL(join(built, 'backup-worker.js'))
  : new URL('store/backup-worker.ts', sources);
export const PASTE_WORKER = built
  ? pathToFileURL(join(built, 'paste-worker.js'))
  : new URL('doctor/read/worker/paste-worker.ts', sources);

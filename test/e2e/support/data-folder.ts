/** What the app wrote into its data folder, for a start to which nothing can attach. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How many rows the table has; 0 before the file is made. */
function rowsOf(dataDir: string, file: string, table: string): number {
  const path = join(dataDir, 'store', file);
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count ?? 0);
  } finally {
    database.close();
  }
}

/** A page that is loaded asks for nothing more; nor does it write for so long. */
const QUIET_MS = 3_000;

/** Whether the first page has loaded its listings: the thread of the journal, which starts after it, has opened its file, and nothing is written now. */
export function isLoaded(dataDir: string): boolean {
  try {
    const isJournalOpen = logLines(dataDir).some((line) => line.includes('the journal is open'));
    const store = join(dataDir, 'store');
    const writtenAt = Math.max(...readdirSync(store).map((name) => statSync(join(store, name)).mtimeMs));
    return isJournalOpen && rowsOf(dataDir, 'cache.db', 'lists') > 0 && Date.now() - writtenAt > QUIET_MS;
  } catch {
    // The app has yet to make its files.
    return false;
  }
}

/** How many exchanges the journal has; an app that runs keeps the journal to itself. */
export const recordedExchanges = (dataDir: string): number => rowsOf(dataDir, 'journal.db', 'exchanges');

/** The lines of the app's log. */
export const logLines = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'logs', 'latchkey.log'), 'utf8')
    .split('\n')
    .filter(Boolean);

/** What the app wrote into its data folder, for a start to which nothing can attach. */
import { existsSync, readFileSync } from 'node:fs';
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

/**
 * Whether the start at `startedAt` has drawn its first page and has listings: the thread of the journal, which starts after the page, has opened its
 * file. Calendars may still be read, for minutes.
 */
export function isLoaded(dataDir: string, startedAt: number): boolean {
  try {
    const isJournalOpen = logLines(dataDir).some(
      (line) =>
        line.includes('the journal is open') && Date.parse((JSON.parse(line) as { at: string }).at) >= startedAt,
    );
    return isJournalOpen && rowsOf(dataDir, 'cache.db', 'lists') > 0;
  } catch {
    // The app has yet to make its files.
    return false;
  }
}

/** How many token requests are in the ledger. */
export const issuedTokens = (dataDir: string): number =>
  readFileSync(join(dataDir, 'store', 'issuances.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"sent"')).length;

/** How many exchanges the journal has; an app that runs keeps the journal to itself. */
export const recordedExchanges = (dataDir: string): number => rowsOf(dataDir, 'journal.db', 'exchanges');

/** The lines of the app's log. */
export const logLines = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'logs', 'latchkey.log'), 'utf8')
    .split('\n')
    .filter(Boolean);

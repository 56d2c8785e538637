/**
 * Restores a backup of console.db in two steps. The running app prepares a copy beside the file. The next start replaces the file by the copy, before
 * it opens it, and the replaced file becomes a backup. After a kill, the next start goes on.
 */
import { closeSync, existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Log } from '../platform/ports.ts';
import { createPrivate } from '../platform/private-files.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import { faultOf, quarantineDatabase, removeDatabase, resultCode } from '../platform/sqlite.ts';
import { backupPath, deleteRows, makeBackupFolder, putInPlace, withDatabase } from './backup-files.ts';

export const preparedOf = (consoleFile: string): string => `${consoleFile}.restored`;

/** Prepares a restore: `copy` writes a copy of the backup, which gets its name when it is complete. */
export async function prepareRestore(
  consoleFile: string,
  backup: string,
  copy: (job: { readonly kind: 'restore'; readonly from: string; readonly to: string }) => Promise<void>,
): Promise<void> {
  const prepared = preparedOf(consoleFile);
  const part = `${prepared}.part`;
  removeDatabase(part);
  closeSync(createPrivate(part));
  try {
    await copy({ kind: 'restore', from: backup, to: part });
    putInPlace(part, prepared);
  } catch (error) {
    removeDatabase(part);
    throw error;
  }
}

export interface RestoreDeps {
  readonly file: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/** SQLite's result code SQLITE_CANTOPEN (sqlite.org/rescode.html). */
const CANNOT_OPEN = 14;

/** Puts a prepared copy in the place of console.db. Never throws: after a failure the next start tries again. */
export function finishRestore({ file, clock, log, quarantine }: RestoreDeps): void {
  const prepared = preparedOf(file);
  if (!existsSync(prepared)) return;
  try {
    if (existsSync(file))
      try {
        carryOver(file, prepared);
        keepReplaced(file, clock.now());
      } catch (error) {
        // A file that SQLite cannot open, such as a folder in its place, is no reason against the restore either.
        if (faultOf(error)?.kind !== 'damaged' && resultCode(error) !== CANNOT_OPEN) throw error;
        const movedTo = quarantineDatabase(file, clock.now());
        log.error('the replaced console.db is damaged; it was quarantined', { movedTo });
        quarantine.report({ document: 'console.db', movedTo, at: clock.now() });
      }
    putInPlace(prepared, file);
    log.info('a backup of console.db was restored');
  } catch (error) {
    log.error('a backup could not be restored; the next start tries it again', { error: String(error) });
  }
}

/** Copies unsettled bookings and deletions from the replaced file into the prepared one, because a restore must not undo them. */
function carryOver(file: string, prepared: string): void {
  const { deleted, unsettled, pending } = withDatabase(file, (db) => ({
    deleted: has(db, 'backup_deletions') ? db.prepare('SELECT of, id FROM backup_deletions').all() : [],
    unsettled: db.prepare(`SELECT ${QUOTE.join(', ')} FROM quotes WHERE outcome IN ('sending', 'unknown')`).all(),
    pending: db.prepare('SELECT id, parts FROM pending_deletions').all(),
  }));
  const idsOf = (table: string) => deleted.filter(({ of }) => of === table).map(({ id }) => String(id));
  withDatabase(prepared, (db) => {
    deleteRows(db, { connections: idsOf('connections'), sealed_records: idsOf('sealed_records') });
    const put = db.prepare(
      `INSERT OR REPLACE INTO quotes (${QUOTE.join(', ')}) VALUES (${QUOTE.map(() => '?').join(', ')})`,
    );
    for (const row of unsettled) put.run(...QUOTE.map((column) => row[column] ?? null));
    const add = db.prepare('INSERT OR IGNORE INTO pending_deletions (id, parts) VALUES (?, ?)');
    for (const { id = null, parts = null } of pending) add.run(id, parts);
  });
}

/** The columns of quotes in every version of console.db; the other columns are computed from them. */
const QUOTE = [
  ...['connection_id', 'id', 'outcome', 'quote', 'summary', 'picture_url', 'note', 'follow_up_on', 'sent', 'sent_on'],
  'removed_at',
];

const has = (db: DatabaseSync, table: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;

function keepReplaced(file: string, now: number): void {
  // Moves the write-ahead log into the file.
  withDatabase(file, (db) => db.exec('PRAGMA journal_mode = DELETE'));
  makeBackupFolder(file);
  putInPlace(file, backupPath(file, now));
}

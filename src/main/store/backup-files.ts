/**
 * The backups of console.db: database files in a folder, each named by the time of its content. A backup gets its name when it is complete and on the
 * disk. It has the modification time of the console.db from which it was made.
 */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../shared/time/units.ts';
import { syncDirectory } from '../platform/file-lines.ts';
import { createPrivate } from '../platform/private-files.ts';
import { renameFileSync } from '../platform/rename-file.ts';
import { removeDatabase } from '../platform/sqlite.ts';

/** The maximum number of backups: one for each day of a week. */
const MAX_BACKUPS = 7;

export interface BackupFile {
  /** The file name without `.db`. */
  readonly id: string;
  readonly path: string;
  /** The time of the content (epoch ms). */
  readonly at: number;
  readonly bytes: number;
}

/** A long job on database files, which gets a thread of its own in the app. */
export type BackupJob =
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'restore'; readonly from: string; readonly to: string; readonly now: number }
  | { readonly kind: 'clear'; readonly file: string; readonly deleted: Deleted };

export type Deleted = Readonly<Record<'connections' | 'sealed_records', readonly string[]>>;

const NAME = /^console-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;
const PART = '.part';

const folderOf = (consoleFile: string): string => join(dirname(consoleFile), 'backups');

export function makeBackupFolder(consoleFile: string): void {
  mkdirSync(folderOf(consoleFile), { recursive: true, mode: 0o700 });
}

export const backupPath = (consoleFile: string, at: number): string =>
  join(folderOf(consoleFile), `console-${new Date(at).toISOString().replaceAll(':', '-')}.db`);

export function listBackups(consoleFile: string): BackupFile[] {
  const folder = folderOf(consoleFile);
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).flatMap((name) => {
    const match = NAME.exec(name);
    if (!match) return [];
    const path = join(folder, name);
    const at = Date.parse(`${match[1]}:${match[2]}:${match[3]}`);
    return [{ id: name.slice(0, -'.db'.length), path, at, bytes: statSync(path).size }];
  });
  return found.toSorted((one, other) => other.at - one.at);
}

/** True if console.db has not changed since its newest backup. The write-ahead log must be empty, as after a checkpoint. */
export function isBackedUp(consoleFile: string): boolean {
  const [newest] = listBackups(consoleFile);
  return newest !== undefined && sameTime(newest.path, consoleFile);
}

const sameTime = (one: string, other: string): boolean =>
  Math.trunc(statSync(one).mtimeMs) === Math.trunc(statSync(other).mtimeMs);

/** A backup in progress. `part` is the file to write; `finish` gives it its name and deletes the oldest backups. */
export interface NewBackup {
  readonly part: string;
  finish(): void;
  discard(): void;
}

/** Begins a backup and deletes unfinished ones. Throws the system's errors. */
export function beginBackup(consoleFile: string, at: number): NewBackup {
  const folder = folderOf(consoleFile);
  makeBackupFolder(consoleFile);
  for (const name of readdirSync(folder)) if (name.includes(PART)) rmSync(join(folder, name), { force: true });
  const path = backupPath(consoleFile, at);
  const part = path + PART;
  closeSync(createPrivate(part));
  const madeOf = new Date(Math.trunc(statSync(consoleFile).mtimeMs));
  return {
    part,
    finish() {
      utimesSync(part, madeOf, madeOf);
      putInPlace(part, path);
      for (const { path: old } of listBackups(consoleFile).slice(MAX_BACKUPS)) removeDatabase(old);
    },
    discard: () => removeDatabase(part),
  };
}

/** Flushes a file to the disk, then renames it from `from` to `to`. Throws the system's errors. */
export function putInPlace(from: string, to: string): void {
  const fd = openSync(from, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameFileSync(from, to);
  syncDirectory(dirname(to));
}

/** Copies or clears a database file. Throws the errors of SQLite; then a copy is incomplete, and a file to clear is unchanged. */
export function doBackupJob(job: BackupJob): void {
  if (job.kind === 'clear') clear(job.file, job.deleted);
  else {
    withDatabase(job.from, (db) => copyInto(db, job.to));
    if (job.kind === 'restore') withDatabase(job.to, (db) => unconfirmQuotes(db, job.now));
  }
}

/** Copies a database into the empty file `to`, compact and without any remains of deleted rows. */
export function copyInto(db: DatabaseSync, to: string): void {
  db.prepare('VACUUM INTO ?').run(to);
}

function clear(file: string, deleted: Deleted): void {
  const { mtime } = statSync(file);
  withDatabase(file, (db) => {
    deleteRows(db, deleted);
    // Always, because an earlier run may have been interrupted, and free pages may hold copies of deleted rows.
    db.exec('VACUUM');
  });
  utimesSync(file, mtime, mtime);
}

/** Marks open quotes as unconfirmed, because they may have been booked since the backup. A question to the service settles them. */
function unconfirmQuotes(db: DatabaseSync, now: number): void {
  db.prepare(
    `UPDATE quotes SET outcome = 'unknown', quote = json_set(quote, '$.outcome', 'unknown'),
       summary = json_set(summary, '$.outcome', 'unknown')
     WHERE outcome IN ('open', 'sending') AND json_valid(quote) AND json_valid(summary)
       AND coalesce(summary ->> '$.expiresAt', ?1) >= ?1`,
    // The service’s clock may differ from the machine’s.
  ).run(now - DAY_MS);
}

/** Deletes rows, and all rows that refer to them. */
export function deleteRows(db: DatabaseSync, deleted: Deleted): void {
  db.exec('PRAGMA foreign_keys = ON; BEGIN IMMEDIATE');
  for (const table of ['connections', 'sealed_records'] as const) {
    const sql = `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`;
    db.prepare(sql).run(JSON.stringify(deleted[table]));
  }
  db.exec('COMMIT');
}

export function withDatabase<Value>(file: string, work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA secure_delete = ON; PRAGMA busy_timeout = 5000');
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * The backups of console.db: complete database files in a folder of their own, named for the time of their content. A backup appears under its name
 * when it is whole and on the disk; its modification time is that of the console.db that it was made of.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncDirectory } from '../platform/file-lines.ts';
import { createPrivate } from '../platform/private-files.ts';
import { removeDatabase } from '../platform/sqlite.ts';

/** The number of backups that are kept: a week of days. */
const MAX_BACKUPS = 7;

export interface BackupFile {
  /** The name of the file without its ending. */
  readonly id: string;
  readonly path: string;
  /** The time of the content, epoch ms. */
  readonly at: number;
  readonly bytes: number;
}

/** Work on database files that takes long, so that it runs in a thread of its own. */
export type BackupJob =
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'restore'; readonly from: string; readonly to: string; readonly now: number }
  | { readonly kind: 'clear'; readonly file: string; readonly deleted: Deleted };

/** The ids of deleted rows by table. */
export type Deleted = Readonly<Record<'connections' | 'sealed_records', readonly string[]>>;

const NAME = /^console-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;
const PART = '.part';

const folderOf = (consoleFile: string): string => join(dirname(consoleFile), 'backups');

/** Makes the folder of the backups. */
export function makeBackupFolder(consoleFile: string): void {
  mkdirSync(folderOf(consoleFile), { recursive: true, mode: 0o700 });
}

/** The path of a backup of the content at a time. */
export const backupPath = (consoleFile: string, at: number): string =>
  join(folderOf(consoleFile), `console-${new Date(at).toISOString().replaceAll(':', '-')}.db`);

/** The backups, the newest first. */
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

/** True when console.db has not changed since the newest backup was made of it. Its log must be empty, as after a checkpoint. */
export function isBackedUp(consoleFile: string): boolean {
  const [newest] = listBackups(consoleFile);
  return newest !== undefined && sameTime(newest.path, consoleFile);
}

const sameTime = (one: string, other: string): boolean =>
  Math.trunc(statSync(one).mtimeMs) === Math.trunc(statSync(other).mtimeMs);

/** A backup in progress: `part` is an empty file to write it to; `finish` gives it its name and deletes the oldest ones. */
export interface NewBackup {
  readonly part: string;
  finish(): void;
  discard(): void;
}

/** Begins a backup. What a killed process left is deleted. Throws the system's error. */
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

/** Renames a finished file, when its content is on the disk. Throws the system's error. */
export function putInPlace(from: string, to: string): void {
  const fd = openSync(from, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(from, to);
  syncDirectory(dirname(to));
}

/** Does a job. Throws the errors of SQLite: then a copy is incomplete, and a file to clear is as it was. */
export function doBackupJob(job: BackupJob): void {
  if (job.kind === 'clear') clear(job.file, job.deleted);
  else {
    withDatabase(job.from, (db) => copyInto(db, job.to));
    if (job.kind === 'restore') withDatabase(job.to, (db) => unconfirmQuotes(db, job.now));
  }
}

/** Writes a compact copy, in which nothing is left of deleted rows. `to` must be empty. */
export function copyInto(db: DatabaseSync, to: string): void {
  db.prepare('VACUUM INTO ?').run(to);
}

function clear(file: string, deleted: Deleted): void {
  const { mtime } = statSync(file);
  withDatabase(file, (db) => {
    deleteRows(db, deleted);
    // Always, because an earlier run may have ended before it: pages may hold copies that SQLite made when it moved rows.
    db.exec('VACUUM');
  });
  utimesSync(file, mtime, mtime);
}

/** How long a quote counts as unexpired after its time: the clock of its service may differ from the machine's. */
const EXPIRY_MARGIN_MS = 86_400_000;

/** The quotes may have been booked since the backup: until the service has been asked, each is like one whose booking was not answered. */
function unconfirmQuotes(db: DatabaseSync, now: number): void {
  db.prepare(
    `UPDATE quotes SET outcome = 'unknown', quote = json_set(quote, '$.outcome', 'unknown'),
       summary = json_set(summary, '$.outcome', 'unknown')
     WHERE outcome IN ('open', 'sending') AND json_valid(quote) AND json_valid(summary)
       AND coalesce(summary ->> '$.expiresAt', ?1) >= ?1`,
  ).run(now - EXPIRY_MARGIN_MS);
}

/** Deletes rows with everything that depends on them. */
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

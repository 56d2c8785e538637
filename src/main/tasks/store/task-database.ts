/**
 * Opens the database of tasks. One that is corrupt is set aside and begun anew; one of a newer version, or that cannot be opened at all, is
 * left alone and tasks live in memory: the console starts in any case.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { moveDatabase } from '../../platform/move-database.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { QuarantineList } from '../../platform/quarantine.ts';
import { MIGRATIONS } from './migrations.ts';

/** SQLite's result codes for a file that is damaged or none of its own. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

export interface OpenedDatabase {
  readonly database: DatabaseSync;
  /** False: what is in it ends with the process. */
  readonly kept: boolean;
}

export interface DatabaseDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Learns of a damaged file. */
  readonly quarantine?: QuarantineList;
}

/** `file`: an absolute path, or `:memory:`. */
export function openDatabase(file: string, { clock, log, quarantine }: DatabaseDeps): OpenedDatabase {
  if (file === ':memory:') return inMemory();
  try {
    mkdirSync(dirname(file), { recursive: true });
    return { database: opened(file), kept: true };
  } catch (error) {
    if (!isCorrupt(error)) return unkept(log, error);
    try {
      const at = clock.now();
      const movedTo = setAside(file, at);
      log.error('the tasks on disk are damaged; their file was quarantined and a new one begun', {
        movedTo,
        error: String(error),
      });
      quarantine?.report({ document: 'tasks', movedTo, at });
      return { database: opened(file), kept: true };
    } catch (again) {
      return unkept(log, again);
    }
  }
}

/** Whether SQLite found its file damaged. */
export function isCorrupt(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === CORRUPT || code === NOT_A_DATABASE;
}

function opened(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version > MIGRATIONS.length) throw new Error(`the tasks were written by a newer version (${version})`);
    // A killed process loses nothing this way; after a power cut the last steps are taken once more.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    for (const [index, sql] of MIGRATIONS.entries())
      if (index >= version) database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
    database.prepare('SELECT count(*) FROM tasks').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function inMemory(): OpenedDatabase {
  return { database: opened(':memory:'), kept: false };
}

function unkept(log: Log, error: unknown): OpenedDatabase {
  log.error('the tasks on disk cannot be opened; tasks are kept in memory only', { error: String(error) });
  return inMemory();
}

/** Moves the file and its companions; gives the new name. */
function setAside(file: string, now: number): string {
  const aside = `${file}.corrupt-${Math.round(now)}`;
  moveDatabase(file, aside);
  return aside;
}

/**
 * The database of tasks. A damaged file is quarantined and replaced. A file of a newer version, or one that cannot be opened, stays as it is, and
 * tasks live in memory, so that the console starts in any case.
 */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { QuarantineList } from '../../platform/quarantine.ts';
import * as sqlite from '../../platform/sqlite.ts';
import { MIGRATIONS } from './migrations.ts';

export type Row = Record<string, SQLOutputValue>;

export interface DatabaseDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Records damaged files. */
  readonly quarantine?: QuarantineList;
}

/** A database connection whose failures are AppError `storageFailed`. */
export class TaskDatabase {
  readonly #connection: sqlite.SqlConnection;
  /** False when the content ends with the process. */
  readonly isPersistent: boolean;

  private constructor(db: DatabaseSync, isPersistent: boolean) {
    this.#connection = new sqlite.SqlConnection(db);
    this.isPersistent = isPersistent;
  }

  /** Opens `file`, an absolute path or `:memory:`. Never throws because of the file's state. */
  static open(file: string, { clock, log, quarantine }: DatabaseDeps): TaskDatabase {
    if (file === ':memory:') return new TaskDatabase(prepare(file), false);
    try {
      return new TaskDatabase(prepareOrReplace(file, { clock, log, ...(quarantine ? { quarantine } : {}) }), true);
    } catch (error) {
      log.error('the tasks on disk cannot be opened; tasks are kept in memory only', { error: String(error) });
      return new TaskDatabase(prepare(':memory:'), false);
    }
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return guard(accessOf(sql), () => this.#connection.prepared(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return guard(accessOf(sql), () => this.#connection.prepared(sql).get(...values));
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    guard(accessOf(sql), () => this.#connection.prepared(sql).run(...values));
  }

  /** Runs `work` in one transaction: nothing is written when it throws. */
  transaction<Value>(work: () => Value): Value {
    return guard('write', () => this.#connection.transaction(work));
  }

  close(): void {
    this.#connection.close();
  }
}

function prepareOrReplace(file: string, { clock, log, quarantine }: DatabaseDeps): DatabaseSync {
  try {
    return prepare(file);
  } catch (error) {
    if (sqlite.faultOf(error)?.kind !== 'damaged') throw error;
    const at = clock.now();
    const movedTo = sqlite.quarantineDatabase(file, at);
    log.error('the tasks on disk are damaged; their file was quarantined and a new one begun', {
      movedTo,
      error: String(error),
    });
    quarantine?.report({ document: 'tasks', movedTo, at });
    return prepare(file);
  }
}

/** Opens and migrates the file. Throws NewerSchema before it changes anything, and errors of SQLite. */
function prepare(file: string): DatabaseSync {
  const db = sqlite.openDatabase(file, { timeout: 2_000 });
  try {
    sqlite.checkVersion(db, MIGRATIONS.length);
    sqlite.configure(db);
    db.exec('PRAGMA foreign_keys = ON');
    sqlite.migrate(db, MIGRATIONS);
    db.prepare('SELECT count(*) FROM tasks').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const accessOf = (sql: string): 'read' | 'write' => (/^\s*SELECT\b/.test(sql) ? 'read' : 'write');

function guard<Value>(access: 'read' | 'write', work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = sqlite.faultOf(error)?.reason ?? (error instanceof Error ? error.message : String(error));
    throw new AppError('storageFailed', { what: 'The tasks', reason, access }, { cause: error });
  }
}

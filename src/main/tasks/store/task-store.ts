/**
 * Keeps tasks in console.db and the results of their steps in cache.db. Every method is synchronous and short, and throws AppError `storageFailed`
 * when the disk fails. A step's rows, its end and the task's counts are written in one transaction, so that a kill leaves a step whole or not begun.
 */

import type { SQLInputValue } from 'node:sqlite';
import { AppError } from '../../../shared/app-error.ts';
import { type ErrorData, errorDataFromStored } from '../../../shared/errors.ts';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { FailedStep, TaskSpec } from '../../../shared/model/task.ts';
import { AnswerStore, type ReadAnswer } from '../../desk/flexible-dates/answer-store.ts';
import type { Row, StoreDatabase } from '../../store/store-database.ts';
import type { Stores } from '../../store/stores.ts';
import { labelOf, type ResultRow, type Step } from '../kinds/kind.ts';
import { packRows, packSteps, searchText, unpackSteps } from './packed.ts';
import {
  type NewTask,
  readCounts,
  readTask,
  type TaskChange,
  type TaskCounts,
  type TaskRecord,
} from './task-record.ts';

/** The largest number of pages that `remove` returns to the disk, in a few milliseconds; later tasks reuse the others. */
const VACUUM_PAGES = 5_000;

/** The packed rows of one step; `firstRow` is the number of its first row. */
export interface StepRows {
  readonly step: number;
  readonly label: string;
  readonly firstRow: number;
  readonly packed: Uint8Array;
}

/** The searchable text of one step, with a line for each row. */
export interface StepText {
  readonly label: string;
  readonly firstRow: number;
  readonly rowCount: number;
  readonly text: Uint8Array;
}

const NO_RESULTS = { done: 0, failed: 0, rows: 0, requests: 0 };
/** Deletes results without a task; they remain when console.db was restored from a backup. */
const ORPHANS = 'DELETE FROM result_sets WHERE task NOT IN (SELECT value FROM json_each(?))';

export class TaskStore {
  readonly answers: AnswerStore;
  readonly #tasks: StoreDatabase;
  readonly #results: StoreDatabase;

  constructor(stores: Pick<Stores, 'inConsole' | 'inCache'>) {
    this.#tasks = stores.inConsole({ what: 'The tasks' });
    this.#results = stores.inCache({ what: 'The results' });
    this.answers = new AnswerStore(stores.inCache({ what: 'The kept answers' }));
  }

  /** False when a file cannot be opened: a database in memory stands in for it and is lost with the process. */
  get isPersistent(): boolean {
    for (const database of [this.#tasks, this.#results]) database.get('SELECT 1');
    return !this.#tasks.isStandIn && !this.#results.isStandIn;
  }

  /** All tasks, oldest first. A task whose results are gone gets the error `resultsGone` and is paused, unless it was cancelled. */
  tasks(): TaskRecord[] {
    if (!this.#tasks.exists) return [];
    const rows = this.#tasks.all('SELECT * FROM tasks JOIN specs ON specs.task = tasks.number ORDER BY number');
    const sets = this.#results.exists ? this.#results.all('SELECT * FROM result_sets') : [];
    const setOf = new Map(sets.map((set) => [Number(set.task), set]));
    const tasks = rows.map((row) => {
      const set = setOf.get(Number(row.number));
      const task = readTask({ ...row, ...(set ?? NO_RESULTS) }, JSON.parse(String(row.spec)) as TaskSpec);
      const isGone = !set || (task.state === 'done' && task.done + task.failed < task.steps);
      return isGone ? this.#withoutResults(task) : task;
    });
    // Without tasks, a backup of console.db may still be restored, so the results stay.
    if (tasks.length > 0 && sets.length > tasks.length)
      this.#results.run(ORPHANS, JSON.stringify(tasks.map(({ number }) => number)));
    return tasks;
  }

  create(task: NewTask, steps: readonly Step[]): TaskRecord {
    const { id, connectionId, credentialId, title, spec, createdAt } = task;
    // Results are found by this number, so it must be new even if console.db was lost and started anew: at least the time of creation.
    const last = Number(this.#tasks.get('SELECT max(number) AS last FROM tasks')?.last ?? 0);
    const number = Math.max(last + 1, Math.floor(createdAt));
    this.#addSet(number, connectionId);
    return this.#tasks.transaction(() => {
      const row = this.#tasks.get(
        `INSERT INTO tasks (number, id, connection_id, credential_id, title, state, steps, created_at)
         VALUES (?, ?, ?, ?, ?, 'running', ?, ?) RETURNING *`,
        ...[number, id, connectionId, credentialId, title, steps.length, createdAt],
      );
      if (!row) throw new Error('a task was not written');
      this.#tasks.run('INSERT INTO specs (task, spec) VALUES (?, ?)', number, JSON.stringify(spec));
      this.#tasks.run('INSERT INTO plans (task, steps) VALUES (?, ?)', number, packSteps(steps));
      return readTask({ ...row, ...NO_RESULTS }, spec);
    });
  }

  change(number: number, { state, finishedAt, error, requests }: TaskChange): void {
    const sql = 'UPDATE tasks SET state = ?, finished_at = ?, error = ? WHERE number = ?';
    this.#tasks.run(sql, state, finishedAt, error && JSON.stringify(error), number);
    this.#results.run('UPDATE result_sets SET requests = ? WHERE task = ?', requests, number);
  }

  /** Deletes a task and its results from both files, overwrites the deleted bytes and empties the write-ahead logs. */
  remove(number: number): void {
    this.#results.run('DELETE FROM result_sets WHERE task = ?', number);
    this.#results.all(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    this.#results.all('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#tasks.run('DELETE FROM tasks WHERE number = ?', number);
    this.#tasks.shrink();
  }

  /** The steps of the plan, in order. Throws `storageFailed` also when the plan is damaged or missing. */
  steps(number: number): Step[] {
    const row = this.#tasks.get('SELECT steps FROM plans WHERE task = ?', number);
    try {
      if (row?.steps instanceof Uint8Array) return unpackSteps(row.steps);
    } catch (cause) {
      throw new AppError(
        'storageFailed',
        { what: 'The plan of the task', reason: 'it is damaged', access: 'read' },
        { cause },
      );
    }
    throw new AppError('storageFailed', { what: 'The plan of the task', reason: 'it is missing', access: 'read' });
  }

  /** The indexes of the steps that are done or failed. */
  ended(number: number): number[] {
    return this.#results.all('SELECT step FROM results WHERE task = ?', number).map(({ step }) => Number(step));
  }

  /** Stores the rows of a done step and the answer to keep. Returns the task's new counts. */
  stepDone(
    number: number,
    index: number,
    step: Step,
    rows: readonly ResultRow[],
    requests: number,
    kept: ReadAnswer | null = null,
  ): TaskCounts {
    const [text, packed] = [searchText(rows, step), packRows(rows)];
    return this.#results.transaction(() => {
      if (kept) this.answers.keep(kept);
      const { rows: firstRow } = this.#readCounts('SELECT done, failed, rows FROM result_sets WHERE task = ?', number);
      const sql =
        'INSERT INTO results (task, step, label, first_row, row_count, text, rows) VALUES (?, ?, ?, ?, ?, ?, ?)';
      this.#results.run(sql, number, index, labelOf(step), firstRow, rows.length, text, packed);
      const count =
        'UPDATE result_sets SET done = done + 1, rows = rows + ?, requests = ? WHERE task = ? RETURNING done, failed, rows';
      return this.#readCounts(count, rows.length, requests, number);
    });
  }

  stepFailed(number: number, index: number, step: Step, error: ErrorData, requests: number): TaskCounts {
    return this.#results.transaction(() => {
      const sql = 'INSERT INTO results (task, step, label, error, first_row, row_count) VALUES (?, ?, ?, ?, -1, 0)';
      this.#results.run(sql, number, index, labelOf(step), JSON.stringify(error));
      const count =
        'UPDATE result_sets SET failed = failed + 1, requests = ? WHERE task = ? RETURNING done, failed, rows';
      return this.#readCounts(count, requests, number);
    });
  }

  /** Deletes the failures of these steps, so that they run again; `null` means all steps. */
  deleteFailures(number: number, steps: readonly number[] | null): TaskCounts {
    const all = 'DELETE FROM results WHERE task = ? AND error IS NOT NULL';
    return this.#results.transaction(() => {
      if (steps === null) this.#results.run(all, number);
      for (const step of steps ?? []) this.#results.run(`${all} AND step = ?`, number, step);
      const left = 'SELECT count(*) FROM results WHERE task = ?1 AND error IS NOT NULL';
      return this.#readCounts(
        `UPDATE result_sets SET failed = (${left}) WHERE task = ?1 RETURNING done, failed, rows`,
        number,
      );
    });
  }

  /** The first failed steps and their indexes, in the order of the plan; at most `MAX_ENTRIES.chosen`. */
  failures(number: number): (Omit<FailedStep, 'hint'> & { index: number })[] {
    const sql = 'SELECT step, label, error FROM results WHERE task = ? AND error IS NOT NULL ORDER BY step LIMIT ?';
    return this.#results.all(sql, number, MAX_ENTRIES.chosen).map(({ step, label, error }) => ({
      index: Number(step),
      step: String(label),
      error: errorDataFromStored(JSON.parse(String(error))),
    }));
  }

  /** The steps that have rows with numbers from `offset` up to `offset + limit`, in row order. */
  rowsFrom(number: number, offset: number, limit: number): StepRows[] {
    const first =
      'SELECT max(first_row) FROM results WHERE task = ?1 AND error IS NULL AND row_count > 0 AND first_row <= ?2';
    const sql = `SELECT step, label, first_row, rows FROM results
      WHERE task = ?1 AND error IS NULL AND row_count > 0 AND first_row >= coalesce((${first}), 0) AND first_row < ?3
      ORDER BY first_row`;
    return this.#results.all(sql, number, offset, offset + limit).map(readRows);
  }

  /** The next `limit` steps that have rows, after the index `step`, in the order of the plan. */
  rowsAfter(number: number, step: number, limit: number): StepRows[] {
    const sql = `SELECT step, label, first_row, rows FROM results
      WHERE task = ? AND step > ? AND error IS NULL AND row_count > 0 ORDER BY step LIMIT ?`;
    return this.#results.all(sql, number, step, limit).map(readRows);
  }

  /** The searchable text of the next `limit` steps that have rows, from the row number `firstRow` on. */
  textFrom(number: number, firstRow: number, limit: number): StepText[] {
    const sql = `SELECT label, first_row, row_count, text FROM results
      WHERE task = ? AND error IS NULL AND row_count > 0 AND first_row >= ? ORDER BY first_row LIMIT ?`;
    return this.#results.all(sql, number, firstRow, limit).map(({ label, first_row, row_count, text }) => ({
      label: String(label),
      firstRow: Number(first_row),
      rowCount: Number(row_count),
      text: text instanceof Uint8Array ? text : new Uint8Array(),
    }));
  }

  #addSet(number: number, connectionId: string): void {
    this.#results.run('INSERT OR IGNORE INTO result_sets (task, connection_id) VALUES (?, ?)', number, connectionId);
  }

  #withoutResults(task: TaskRecord): TaskRecord {
    this.#addSet(task.number, task.connectionId);
    const error = { code: 'resultsGone' } as const;
    const changed: TaskRecord =
      task.state === 'cancelled' ? { ...task, error } : { ...task, error, state: 'paused', finishedAt: null };
    this.change(task.number, changed);
    return changed;
  }

  #readCounts(sql: string, ...values: SQLInputValue[]): TaskCounts {
    const row = this.#results.get(sql, ...values);
    if (!row) throw new AppError('notFound', { what: 'This task' });
    return readCounts(row);
  }
}

function readRows({ step, label, first_row, rows }: Row): StepRows {
  return {
    step: Number(step),
    label: String(label),
    firstRow: Number(first_row),
    packed: rows instanceof Uint8Array ? rows : new Uint8Array(),
  };
}

/**
 * Tasks, their steps and their results on disk. Every call is synchronous and short, and throws AppError `storageFailed` when the disk
 * fails. One transaction writes the rows of a step, its end and the task's counts: after a kill, a step has ended with all of its rows or
 * not at all.
 */
import type { SQLInputValue } from 'node:sqlite';
import { AppError, type ErrorData, storedErrorData } from '../../../shared/errors.ts';
import type { FailedStep, TaskSpec } from '../../../shared/model/task.ts';
import { AnswerStore, type ReadAnswer } from '../answers/answer-store.ts';
import { labelOf, type ResultRow, type Step } from '../kinds/kind.ts';
import { packRows, packSteps, searchText, unpackSteps } from './packed.ts';
import { type DatabaseDeps, type Row, TaskDatabase } from './task-database.ts';
import {
  type NewTask,
  readCounts,
  readTask,
  type TaskChange,
  type TaskCounts,
  type TaskRecord,
} from './task-record.ts';

/** The number of failures that `failures` returns. */
const MAX_FAILURES = 500;
/** The number of pages that `remove` returns to the disk, a few milliseconds of work. The next task uses the rest. */
const VACUUM_PAGES = 5_000;

/** The packed rows of one step, numbered from `firstRow`. */
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

export class TaskStore {
  readonly #database: TaskDatabase;
  readonly answers: AnswerStore;

  private constructor(database: TaskDatabase) {
    this.#database = database;
    this.answers = new AnswerStore(database);
  }

  /** Opens `file`, an absolute path or `:memory:`. Never throws because of the file's state; see {@link TaskDatabase}. */
  static open(file: string, deps: DatabaseDeps): TaskStore {
    return new TaskStore(TaskDatabase.open(file, deps));
  }

  /** False when the tasks end with the process, because the file could not be opened. */
  get isPersistent(): boolean {
    return this.#database.isPersistent;
  }

  close(): void {
    this.#database.close();
  }

  /** All tasks, oldest first. */
  tasks(): TaskRecord[] {
    const rows = this.#database.all('SELECT * FROM tasks JOIN specs ON specs.task = tasks.number ORDER BY number');
    return rows.map((row) => readTask(row, JSON.parse(String(row.spec)) as TaskSpec));
  }

  create(task: NewTask, steps: readonly Step[]): TaskRecord {
    const { id, connectionId, credentialId, title, spec, createdAt } = task;
    return this.#database.transaction(() => {
      const row = this.#database.get(
        `INSERT INTO tasks (id, connection_id, credential_id, title, state, steps, created_at)
         VALUES (?, ?, ?, ?, 'running', ?, ?) RETURNING *`,
        id,
        connectionId,
        credentialId,
        title,
        steps.length,
        createdAt,
      );
      if (!row) throw new Error('a task was not written');
      const record = readTask(row, spec);
      this.#database.run('INSERT INTO specs (task, spec) VALUES (?, ?)', record.number, JSON.stringify(spec));
      this.#database.run('INSERT INTO plans (task, steps) VALUES (?, ?)', record.number, packSteps(steps));
      return record;
    });
  }

  change(number: number, { state, finishedAt, error, requests }: TaskChange): void {
    const sql = 'UPDATE tasks SET state = ?, finished_at = ?, error = ?, requests = ? WHERE number = ?';
    this.#database.run(sql, state, finishedAt, error && JSON.stringify(error), requests, number);
  }

  /** Deletes a task with its results, which are overwritten in the database; the log that contains them is emptied. */
  remove(number: number): void {
    this.#database.run('DELETE FROM tasks WHERE number = ?', number);
    this.#database.all(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    this.#database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** All steps in the order of the plan. Throws `storageFailed` when the plan cannot be read. */
  steps(number: number): Step[] {
    const row = this.#database.get('SELECT steps FROM plans WHERE task = ?', number);
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

  /** The steps that are done or failed. */
  ended(number: number): number[] {
    return this.#database.all('SELECT step FROM results WHERE task = ?', number).map(({ step }) => Number(step));
  }

  /** Stores the rows of a done step, and the answer to keep; returns the task's new counts. */
  stepDone(
    number: number,
    index: number,
    step: Step,
    rows: readonly ResultRow[],
    requests: number,
    kept: ReadAnswer | null = null,
  ): TaskCounts {
    const [text, packed] = [searchText(rows, step), packRows(rows)];
    return this.#database.transaction(() => {
      if (kept) this.answers.keep(kept);
      const { rows: firstRow } = this.#readCounts('SELECT done, failed, rows FROM tasks WHERE number = ?', number);
      const sql =
        'INSERT INTO results (task, step, label, first_row, row_count, text, rows) VALUES (?, ?, ?, ?, ?, ?, ?)';
      this.#database.run(sql, number, index, labelOf(step), firstRow, rows.length, text, packed);
      const counts =
        'UPDATE tasks SET done = done + 1, rows = rows + ?, requests = ? WHERE number = ? RETURNING done, failed, rows';
      return this.#readCounts(counts, rows.length, requests, number);
    });
  }

  stepFailed(number: number, index: number, step: Step, error: ErrorData, requests: number): TaskCounts {
    return this.#database.transaction(() => {
      const sql = 'INSERT INTO results (task, step, label, error, first_row, row_count) VALUES (?, ?, ?, ?, -1, 0)';
      this.#database.run(sql, number, index, labelOf(step), JSON.stringify(error));
      const counts = 'UPDATE tasks SET failed = failed + 1, requests = ? WHERE number = ? RETURNING done, failed, rows';
      return this.#readCounts(counts, requests, number);
    });
  }

  /** Deletes the failures of these steps, or of all (null), so that they run again. */
  deleteFailures(number: number, steps: readonly number[] | null): TaskCounts {
    const all = 'DELETE FROM results WHERE task = ? AND error IS NOT NULL';
    return this.#database.transaction(() => {
      if (steps === null) this.#database.run(all, number);
      for (const step of steps ?? []) this.#database.run(`${all} AND step = ?`, number, step);
      const left = 'SELECT count(*) FROM results WHERE task = ?1 AND error IS NOT NULL';
      return this.#readCounts(
        `UPDATE tasks SET failed = (${left}) WHERE number = ?1 RETURNING done, failed, rows`,
        number,
      );
    });
  }

  /** The failed steps in the order of the plan, with their index. */
  failures(number: number): (Omit<FailedStep, 'hint'> & { index: number })[] {
    const sql = 'SELECT step, label, error FROM results WHERE task = ? AND error IS NOT NULL ORDER BY step LIMIT ?';
    return this.#database.all(sql, number, MAX_FAILURES).map(({ step, label, error }) => ({
      index: Number(step),
      step: String(label),
      error: storedErrorData(JSON.parse(String(error))),
    }));
  }

  /** The steps with rows in a range of the results, in the order of the rows. */
  rowsFrom(number: number, offset: number, limit: number): StepRows[] {
    const first =
      'SELECT max(first_row) FROM results WHERE task = ?1 AND error IS NULL AND row_count > 0 AND first_row <= ?2';
    const sql = `SELECT step, label, first_row, rows FROM results
      WHERE task = ?1 AND error IS NULL AND row_count > 0 AND first_row >= coalesce((${first}), 0) AND first_row < ?3
      ORDER BY first_row`;
    return this.#database.all(sql, number, offset, offset + limit).map(readRows);
  }

  /** The next `limit` steps that have rows, after `step`, in the order of the plan. */
  rowsAfter(number: number, step: number, limit: number): StepRows[] {
    const sql = `SELECT step, label, first_row, rows FROM results
      WHERE task = ? AND step > ? AND error IS NULL AND row_count > 0 ORDER BY step LIMIT ?`;
    return this.#database.all(sql, number, step, limit).map(readRows);
  }

  /** The searchable text of the next `limit` steps that have rows, from row `firstRow`. */
  textFrom(number: number, firstRow: number, limit: number): StepText[] {
    const sql = `SELECT label, first_row, row_count, text FROM results
      WHERE task = ? AND error IS NULL AND row_count > 0 AND first_row >= ? ORDER BY first_row LIMIT ?`;
    return this.#database.all(sql, number, firstRow, limit).map(({ label, first_row, row_count, text }) => ({
      label: String(label),
      firstRow: Number(first_row),
      rowCount: Number(row_count),
      text: text instanceof Uint8Array ? text : new Uint8Array(),
    }));
  }

  #readCounts(sql: string, ...values: SQLInputValue[]): TaskCounts {
    const row = this.#database.get(sql, ...values);
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

/** A database whose statements are prepared once and whose failures are AppError `storageFailed`. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import { isCorrupt } from './open-database.ts';

export type Row = Record<string, SQLOutputValue>;

export class Guarded {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return guard(() => this.#prepared(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return guard(() => this.#prepared(sql).get(...values));
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    guard(() => this.#prepared(sql).run(...values));
  }

  /** All of `work` or nothing of it. */
  transaction<Value>(work: () => Value): Value {
    return guard(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        this.#database.exec('COMMIT');
        return value;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

function guard<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = isCorrupt(error) ? 'its file is damaged' : error instanceof Error ? error.message : String(error);
    throw new AppError('storageFailed', { what: 'The tasks', reason }, { cause: error });
  }
}

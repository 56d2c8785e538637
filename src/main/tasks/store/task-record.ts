/** A task as it is stored, without the values that are computed for display. */
import type { SQLOutputValue } from 'node:sqlite';
import { errorDataFromStored } from '../../../shared/errors.ts';
import type { Task, TaskSpec, TaskState } from '../../../shared/model/task.ts';

/** A stored task. `number` grows with each task. `requests` counts the requests that were sent until the last stored step. */
export interface TaskRecord extends Omit<Task, 'estimateMs' | 'binding'> {
  readonly number: number;
}

export type NewTask = Pick<TaskRecord, 'id' | 'connectionId' | 'credentialId' | 'title' | 'spec' | 'createdAt'>;

/** The fields that change when a task pauses, resumes or ends. */
export type TaskChange = Pick<TaskRecord, 'state' | 'finishedAt' | 'error' | 'requests'>;

export type TaskCounts = Pick<TaskRecord, 'done' | 'failed' | 'rows'>;

export function readCounts({ done, failed, rows }: Record<string, SQLOutputValue>): TaskCounts {
  return { done: Number(done), failed: Number(failed), rows: Number(rows) };
}

/** Reads a row of the table `tasks`; `spec` comes from the table `specs`. */
export function readTask(row: Record<string, SQLOutputValue>, spec: TaskSpec): TaskRecord {
  return {
    number: Number(row.number),
    id: String(row.id),
    connectionId: String(row.connection_id),
    credentialId: String(row.credential_id),
    title: String(row.title),
    spec,
    state: String(row.state) as TaskState,
    steps: Number(row.steps),
    ...readCounts(row),
    requests: Number(row.requests),
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? null : Number(row.finished_at),
    error: row.error === null ? null : errorDataFromStored(JSON.parse(String(row.error))),
  };
}

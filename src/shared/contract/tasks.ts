/** Bulk tasks and their results. */
import { z } from 'zod';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { ColumnTitles, CopiedRows } from '../model/copied-rows.ts';
import { PendingDeletion } from '../model/deletion.ts';
import { Id } from '../model/primitives.ts';
import { TableFormat } from '../model/table-format.ts';
import { FailedStep, ResultsCopy, Task, TaskPlan, TaskRows, TaskSpec, TasksSnapshot } from '../model/task.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, query } from './define.ts';

const New = z.strictObject({ connectionId: Id, applicationId: Id.nullable(), spec: TaskSpec });
const One = z.strictObject({ id: Id });

export const tasks = {
  list: query(z.strictObject({ connectionId: Id }), TasksSnapshot),
  /** Plans a task; sends nothing. */
  plan: query(New, TaskPlan),
  /** Starts a task; its progress comes as events. */
  create: mutation(New, Task),
  pause: mutation(One, Task),
  resume: mutation(One, Task),
  /** Ends a task for good; its results are kept. */
  cancel: mutation(One, Task),
  retryFailed: mutation(One, Task),
  remove: mutation(One, PendingDeletion),
  rows: query(
    z.strictObject({
      id: Id,
      search: z.string().max(MAX_CHARACTERS.phrase),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    TaskRows,
  ),
  /** The first steps that failed, at most 1,000. */
  failures: query(One, z.array(FailedStep)),
  /** Asks for a file and writes the result rows that match `search` as a workbook or as CSV, under the titles `heads`; `null` when the person cancels. */
  exportTable: mutation(
    z.strictObject({
      id: Id,
      search: z.string().max(MAX_CHARACTERS.phrase),
      heads: ColumnTitles,
      format: TableFormat,
    }),
    WrittenFile.nullable(),
  ),
  copyCells: mutation(ResultsCopy, CopiedRows),
  onChanged: event(TasksSnapshot),
};

/** The handlers of bulk tasks. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { pendingDeletion } from '../../shared/contract/outputs.ts';
import { toChosenTable } from '../platform/csv/write-table.ts';
import { copyRows, type Desktop } from '../platform/desktop.ts';
import type { Tasks } from './tasks.ts';

export interface TaskServices {
  readonly tasks: Tasks;
}

export const taskHandlers = ({ tasks }: TaskServices, desktop: Desktop): HandlersOf<'tasks'> => ({
  list: ({ connectionId }) => tasks.snapshot(connectionId),
  plan: (input) => tasks.plan(input),
  create: (input) => tasks.create(input),
  pause: ({ id }) => tasks.pause(id),
  resume: ({ id }) => tasks.resume(id),
  cancel: ({ id }) => tasks.cancel(id),
  retryFailed: ({ id }) => tasks.retryFailed(id),
  remove: ({ id }) => pendingDeletion(tasks.remove(id)),
  rows: (input) => tasks.rows(input),
  failures: ({ id }) => tasks.failures(id),
  exportTable: ({ format, ...results }) =>
    toChosenTable(desktop, tasks.fileName(results.id), format, (file) => tasks.writeTable(results, file)),
  copyCells: async (input) => copyRows(desktop, await tasks.copyCells(input)),
});

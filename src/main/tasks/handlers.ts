/** The handlers of bulk tasks, and of the matrix of flexible dates. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { pendingDeletion } from '../../shared/contract/outputs.ts';
import { copyRows, type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { Matrix } from './matrix/matrix.ts';
import type { Tasks } from './tasks.ts';

export interface TaskServices {
  readonly tasks: Tasks;
  readonly matrix: Matrix;
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
  exportCsv: ({ id, search, heads }) =>
    toChosenFile(desktop, { suggestedName: `${tasks.fileName(id)}.csv`, kind: 'CSV', extension: 'csv' }, (path) =>
      tasks.writeCsv(id, path, search, heads),
    ),
  copyCells: async (input) => copyRows(desktop, await tasks.copyCells(input)),
});

export const matrixHandlers = ({ matrix }: TaskServices): HandlersOf<'matrix'> => ({
  window: (query) => matrix.window(query),
  range: (query) => matrix.range(query),
  choices: ({ connectionId }) => matrix.choices(connectionId),
  nights: (query) => matrix.nights(query),
  readNights: (input, { signal }) => matrix.readNights(input, signal),
  prices: (query) => matrix.prices(query),
  searchPrices: (input, { signal }) => matrix.searchPrices(input, signal),
});

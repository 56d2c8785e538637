/** Handlers of bulk tasks. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';
import type { Desktop } from './app.ts';

export const tasksHandlers = ({ tasks }: Services, desktop: Desktop): Handlers['tasks'] => ({
  list: ({ connectionId }) => tasks.snapshot(connectionId),
  plan: (input) => tasks.plan(input),
  create: (input) => tasks.create(input),
  pause: ({ id }) => tasks.pause(id),
  resume: ({ id }) => tasks.resume(id),
  cancel: ({ id }) => tasks.cancel(id),
  retryFailed: ({ id }) => tasks.retryFailed(id),
  remove: async ({ id }) => {
    await tasks.remove(id);
    return null;
  },
  rows: (input) => tasks.rows(input),
  failures: ({ id }) => tasks.failures(id),
  exportCsv: async ({ id }) => {
    const suggestedName = `${await tasks.fileName(id)}.csv`;
    const path = await desktop.chooseFile({ suggestedName, kind: 'CSV', extension: 'csv' });
    return path === null ? null : tasks.writeCsv(id, path);
  },
});

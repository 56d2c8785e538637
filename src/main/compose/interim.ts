/** What is still to come: services that say so. */
import { AppError } from '../../shared/errors.ts';
import type { Services } from '../ipc/services.ts';
import { Emitter } from '../platform/emitter.ts';

const missing = (): never => {
  throw new AppError('notFound', { what: 'This' });
};

export const interim: Pick<Services, 'exports'> = {
  exports: { har: async () => missing(), cancel: missing, progress: new Emitter() },
};

/** The handlers of updates. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { Updates } from './updates.ts';

export interface UpdateServices {
  readonly updates: Updates;
}

export const updateHandlers = ({ updates }: UpdateServices, desktop: Pick<Desktop, 'quit'>): HandlersOf<'updates'> => ({
  status: () => updates.status(),
  check: () => updates.check(),
  download: () => updates.download(),
  restart: () => {
    updates.prepareRestart();
    return nothing(desktop.quit());
  },
});

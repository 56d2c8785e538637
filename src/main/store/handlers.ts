/** The handlers of pending deletions and of the app's files. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import { type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { Deletions } from './deletions.ts';
import type { StoredData } from './stored-data.ts';

export interface StoreServices {
  readonly deletions: Deletions;
  readonly data: StoredData;
}

export const deletionHandlers = ({ deletions }: StoreServices): HandlersOf<'deletions'> => ({
  undo: ({ deletionId }) => nothing(deletions.undo(deletionId)),
});

export const dataHandlers = ({ data }: StoreServices, desktop: Desktop): HandlersOf<'data'> => ({
  files: () => data.files(),
  showFolder: () => nothing(desktop.openFolder(data.folder())),
  backUp: () => data.backUp(),
  async restore({ backupId }) {
    await data.prepareRestore(backupId);
    return nothing(restartSoon(desktop));
  },
  exportJson: ({ withGuests }) =>
    toChosenFile(desktop, { suggestedName: 'latchkey.json', kind: 'JSON', extension: 'json' }, (path) =>
      data.exportJson(path, withGuests),
    ),
  deleteEverything() {
    data.deleteEverything();
    return nothing(restartSoon(desktop));
  },
});

/** Restarts after the window has got its answer. */
const restartSoon = (desktop: Desktop): void => void setImmediate(() => desktop.restart());

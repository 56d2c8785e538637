/** The handlers of connections and their credentials. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing, pendingDeletion } from '../../shared/contract/outputs.ts';
import type { Preset } from '../../shared/model/operation.ts';
import type { Desktop } from '../platform/desktop.ts';
import { DraftSecrets } from './draft-secrets.ts';
import type { ShownConnections } from './shown-connections.ts';
import type { Vault } from './vault.ts';

export interface VaultServices {
  readonly vault: Vault;
  readonly connections: ShownConnections;
  readonly presets: () => Preset[];
}

export const connectionHandlers = (
  { vault, connections, presets }: VaultServices,
  desktop: Pick<Desktop, 'openFile'>,
  fromFile = new DraftSecrets(),
): HandlersOf<'connections'> => ({
  list: () => connections.snapshot(),
  presets: () => presets(),
  select: (input) => nothing(vault.select(input)),
  async create(input) {
    const made = await connections.create(fromFile.fill(input));
    fromFile.forget();
    return made;
  },
  async readDraft() {
    const path = await desktop.openFile();
    if (path === null) return null;
    const { readDraft } = await import('./connection-draft.ts');
    const { secrets, ...draft } = await readDraft(path, presets());
    const [openApiSecret = null, applicationSecret = null] = fromFile.keep([secrets.openApi, secrets.application]);
    return { ...draft, openApiSecret, applicationSecret };
  },
  update: (input) => connections.update(input),
  remove: (input) => pendingDeletion(connections.remove(input)),
  setOpenApi: (input) => connections.setOpenApi(input),
  removeOpenApi: (input) => vault.removeOpenApi(input),
  addApplication: (input) => connections.addApplication(input),
  updateApplication: (input) => connections.updateApplication(input),
  removeApplication: (input) => vault.removeApplication(input),
  replaceSecret: (input) => vault.replaceSecret(input),
  deleteSecret: (input) => vault.deleteSecret(input),
  dismissMerge: ({ id }) => nothing(vault.merges.note(id, { isSeen: true })),
});

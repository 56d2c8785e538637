/** Handlers of connections and credentials. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const connectionsHandlers = ({ vault, presets }: Services): Handlers['connections'] => ({
  list: () => vault.snapshot(),
  presets: () => presets(),
  select: async (input) => {
    await vault.select(input);
    return null;
  },
  create: (input) => vault.create(input),
  update: (input) => vault.update(input),
  remove: async (input) => {
    await vault.remove(input);
    return null;
  },
  setOpenApi: (input) => vault.setOpenApi(input),
  removeOpenApi: (input) => vault.removeOpenApi(input),
  addApplication: (input) => vault.addApplication(input),
  updateApplication: (input) => vault.updateApplication(input),
  removeApplication: (input) => vault.removeApplication(input),
  replaceSecret: (input) => vault.replaceSecret(input),
  deleteSecret: (input) => vault.deleteSecret(input),
});

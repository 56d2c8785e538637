/** Handlers of connections and credentials. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const connectionsHandlers = (services: Services): Handlers['connections'] => ({
  list: () => services.vault.snapshot(),
  presets: () => services.presets(),
  select: async (input) => {
    await services.vault.select(input);
    return null;
  },
  create: (input) => services.vault.create(input),
  update: (input) => services.vault.update(input),
  remove: async (input) => {
    await services.vault.remove(input);
    return null;
  },
  setOpenApi: (input) => services.vault.setOpenApi(input),
  removeOpenApi: (input) => services.vault.removeOpenApi(input),
  addApplication: (input) => services.vault.addApplication(input),
  updateApplication: (input) => services.vault.updateApplication(input),
  removeApplication: (input) => services.vault.removeApplication(input),
  replaceSecret: (input) => services.vault.replaceSecret(input),
  deleteSecret: (input) => services.vault.deleteSecret(input),
});

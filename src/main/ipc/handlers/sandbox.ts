/** Handlers of the embedded sandbox's control panel. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const sandboxHandlers = ({ sandbox }: Services): Handlers['sandbox'] => ({
  state: () => sandbox.state(),
  apply: (command) => sandbox.apply(command),
});

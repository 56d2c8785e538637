/** Handlers of operations as data. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const operationsHandlers = ({ operations }: Services): Handlers['operations'] => ({
  list: ({ connectionId }) => operations.list(connectionId),
  chooseVariant: (input) => operations.chooseVariant(input),
  customise: (input) => operations.customise(input),
  reset: (input) => operations.reset(input),
  probeSearch: (input, { signal }) => operations.probeSearch(input, signal),
});

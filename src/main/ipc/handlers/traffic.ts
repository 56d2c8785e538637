/** Handlers of exchanges and rate windows. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const trafficHandlers = ({ rates, journal }: Services): Handlers['traffic'] => ({
  rates: ({ connectionId }) => rates.snapshot(connectionId),
  exchanges: (query) => journal.page(query),
  exchange: ({ id }) => journal.get(id),
  clear: async ({ connectionId }) => {
    await journal.clear(connectionId);
    return null;
  },
});

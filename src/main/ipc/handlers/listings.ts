/** Handlers of listings. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const listingsHandlers = ({ listings }: Services): Handlers['listings'] => ({
  status: ({ connectionId }) => listings.status(connectionId),
  load: ({ connectionId }) => listings.load(connectionId),
  cancel: async ({ connectionId }) => {
    await listings.cancel(connectionId);
    return null;
  },
  rows: (query) => listings.rows(query),
  detail: ({ connectionId, listingId }) => listings.detail(connectionId, listingId),
});

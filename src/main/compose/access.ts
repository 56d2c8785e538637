/** Builds the desk of the access matrix. Its probes read the smallest page with the token at hand. */
import type { Json } from '../../shared/model/primitives.ts';
import type { ApiClient } from '../api/api-client.ts';
import { summarise } from '../api/describe-record.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { QuoteStore } from '../desk/quote-store.ts';
import { type AccessDeps, AccessDesk } from '../doctor/access/access-desk.ts';

export interface AccessParts extends Omit<AccessDeps, 'read' | 'listingIdOf' | 'quoteIdOf'> {
  readonly client: Pick<ApiClient, 'call'>;
  readonly listings: Pick<ListingsDesk, 'loaded'>;
  readonly quotes: Pick<QuoteStore, 'list'>;
}

export function accessDeskOf({ client, listings, quotes, ...deps }: AccessParts): AccessDesk {
  return new AccessDesk({
    ...deps,
    async read(request) {
      const { records } = await client.call({ ...request, page: { limit: 1 }, retry: false, mayIssue: false });
      return (records ?? []).reduce<string | null>((id, record: Json) => id ?? summarise(record).id, null);
    },
    listingIdOf: (connectionId) => listings.loaded(connectionId)[0]?.id ?? null,
    quoteIdOf(connectionId, credentialId) {
      const known = quotes.list(connectionId).quotes;
      return (known.find(({ applicationId }) => applicationId === credentialId) ?? known[0])?.id ?? null;
    },
  });
}

/** Builds the desks of listings, availability and operations, and the stores of listings and pictures that they share. */
import { loadsFreely } from '../app/first-page.ts';
import { AvailabilityDesk, SeenListings } from '../desk/availability.ts';
import { KeptListings } from '../desk/kept-listings.ts';
import { ListingsDesk } from '../desk/listings.ts';
import { OperationsDesk } from '../desk/operations.ts';
import { PictureCache } from '../desk/pictures/picture-cache.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import type { Stores } from '../store/stores.ts';
import type { TokenService } from '../tokens/token-service.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';
import type { Requests } from './requests.ts';
import type { RunningSandbox } from './sandbox.ts';

export interface ListingParts {
  readonly kit: PlatformKit;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly running: RunningSandbox;
  readonly tokens: TokenService;
  readonly requests: Requests;
  readonly clockOf: (connectionId: string) => Clock;
  readonly drawn: Promise<void>;
}

export function listingsOf({ kit, stores, vault, running, tokens, requests, clockOf, drawn }: ListingParts) {
  const { clock, log } = kit;
  const { api, client, operations } = requests;
  const pictures = new PictureCache((connectionId) =>
    connectionId === SANDBOX_ID
      ? { fetch: running.fetch, drawsSvg: true }
      : { fetch: kit.pictureFetch, drawsSvg: false },
  );
  const seen = new SeenListings();
  const database = stores.inCache({ what: 'The kept listings' });
  const kept = new KeptListings({ database, file: stores.cache.file, log });
  const common = { api, connections: vault, pictures, seen };
  return {
    pictures,
    seen,
    kept,
    listings: new ListingsDesk({
      ...common,
      kept,
      async isFree(connectionId) {
        const { openApi } = vault.connection(connectionId);
        if (openApi) await tokens.read(openApi.id);
        return loadsFreely(vault.connection(connectionId), (id) => tokens.snapshot(id));
      },
      drawn,
      clock,
      clockOf,
      log,
    }),
    availability: new AvailabilityDesk(common),
    operations: new OperationsDesk({ client, doctor: api, operations, connections: vault, clockOf }),
  };
}

/** Watches the vault for connections that were removed or that now get their listings or their prices from elsewhere. */
import type { Vault } from '../vault/vault.ts';

export interface ConnectionListener {
  /** The listings of the connection now come from another address or account. */
  readonly onSourceChanged: (connectionId: string) => void;
  /** Token requests for the listings now go elsewhere or with another secret. */
  readonly onListingAccessChanged: (connectionId: string) => void;
  /** The calendars and searches of the connection now come from another address or application. */
  readonly onBookingSourceChanged: (connectionId: string) => void;
  readonly onRemoved: (connectionId: string) => void;
}

/** The returned function ends the watch. */
export function watchConnections(
  vault: Pick<Vault, 'snapshot' | 'changed'>,
  { onSourceChanged, onListingAccessChanged, onBookingSourceChanged, onRemoved }: ConnectionListener,
): () => void {
  const sources = () =>
    new Map(
      vault.snapshot().connections.map(({ id, addresses, openApi, applications }) => [
        id,
        {
          listings: `${addresses.baseUrl} ${openApi?.clientId}`,
          access: `${addresses.authUrl} ${openApi?.secret} ${openApi?.secretSetAt}`,
          booking: [addresses.bookingBaseUrl, ...applications.map(({ clientId }) => clientId)].join(' '),
        },
      ]),
    );
  let known = sources();
  return vault.changed.subscribe(() => {
    const before = known;
    known = sources();
    for (const [id, { listings, access, booking }] of before) {
      const now = known.get(id);
      if (!now) onRemoved(id);
      else {
        if (now.listings !== listings) onSourceChanged(id);
        else if (now.access !== access) onListingAccessChanged(id);
        if (now.booking !== booking) onBookingSourceChanged(id);
      }
    }
  });
}

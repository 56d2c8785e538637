/** Watches the vault for connections that were removed, or whose listings or prices now come from another source. */
import type { Vault } from './vault.ts';

export interface ConnectionListener {
  /** Called when the listings of the connection come from another address or account. */
  readonly onSourceChanged: (connectionId: string) => void;
  /** Called when token requests for the listings go elsewhere, or use another secret. */
  readonly onListingAccessChanged: (connectionId: string) => void;
  /** Called when the calendars and searches of the connection come from another address or application. */
  readonly onBookingSourceChanged: (connectionId: string) => void;
  readonly onRemoved: (connectionId: string) => void;
}

/**
 * Reports the connections that were removed, and those whose listings or prices now come from another source because an address or a credential
 * changed. The returned function ends the watch.
 */
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

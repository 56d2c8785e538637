/** Turns main's events into cache entries, once for the whole window. Snapshots carry a revision: an older one never replaces a newer one. */
import type { QueryClient } from '@tanstack/react-query';
import { keyOf, listen } from './client.ts';

/** Puts a snapshot into the cache unless the cache has a newer one. */
export function putNewer<Snapshot extends { revision: number }>(
  client: QueryClient,
  key: readonly unknown[],
  snapshot: Snapshot,
): void {
  client.setQueryData<Snapshot>(key, (known) => (known && known.revision > snapshot.revision ? known : snapshot));
}

/** Subscribes to every data event of the contract; the returned function ends it. */
export function bridgeEvents(client: QueryClient): () => void {
  const stops = [
    listen('app', 'onPreferences', (payload) => putNewer(client, keyOf('app', 'preferences', null), payload)),
    listen('app', 'onInfo', (payload) => client.setQueryData(keyOf('app', 'info', null), payload)),
    listen('connections', 'onChanged', (payload) => putNewer(client, keyOf('connections', 'list', null), payload)),
    listen('tokens', 'onChanged', (payload) =>
      putNewer(client, keyOf('tokens', 'status', { connectionId: payload.connectionId }), payload),
    ),
    listen('traffic', 'onRates', (payload) =>
      putNewer(client, keyOf('traffic', 'rates', { connectionId: payload.connectionId }), payload),
    ),
    listen('traffic', 'onRecorded', () => {
      void client.invalidateQueries({ queryKey: ['traffic', 'exchanges'] });
      void client.invalidateQueries({ queryKey: ['doctor', 'refusals'] });
    }),
    listen('listings', 'onStatus', (payload) => {
      putNewer(client, keyOf('listings', 'status', { connectionId: payload.connectionId }), payload);
      void client.invalidateQueries({ queryKey: ['listings', 'rows'] });
    }),
    listen('quotes', 'onChanged', (payload) =>
      putNewer(client, keyOf('quotes', 'list', { connectionId: payload.connectionId }), payload),
    ),
    listen('sandbox', 'onState', (payload) => putNewer(client, keyOf('sandbox', 'state', null), payload)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

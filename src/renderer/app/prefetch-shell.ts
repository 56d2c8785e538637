/** Reads what the frame of every page and the listings show, so that the first drawing is complete. */
import type { QueryClient } from '@tanstack/react-query';
import { prefetchRows } from '../features/listings/table/use-listing-rows.ts';
import { ask } from '../ipc/client.ts';
import { formatNumber } from '../text/format.ts';

/** Rejects when main does not answer; the window then shows the error. */
export async function prefetchShell(client: QueryClient): Promise<void> {
  const first = Promise.all([
    client.fetchQuery(ask('connections', 'list', null)),
    client.fetchQuery(ask('app', 'preferences', null)),
    client.fetchQuery(ask('app', 'info', null)),
  ]);
  // The first number format loads the locale's data: now, while main answers.
  formatNumber(0);
  const [{ connections, currentId }] = await first;
  const connectionId = connections.find(({ id }) => id === currentId)?.id ?? connections[0]?.id;
  if (connectionId === undefined) return;
  const [status] = await Promise.all([
    // Asked for although an event may have brought it: main loads the listings meanwhile.
    client.fetchQuery({ ...ask('listings', 'status', { connectionId }), staleTime: 0 }),
    client.fetchQuery(ask('tokens', 'status', { connectionId })),
    client.fetchQuery(ask('traffic', 'rates', { connectionId })),
    client.fetchQuery(ask('tasks', 'list', { connectionId })),
  ]);
  if (status.shown > 0) await prefetchRows(client, status);
}

/** Reads what the frame of every page shows, so that its first drawing is complete. */
import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../ipc/client.ts';

/** Rejects when main does not answer; the window then shows the error. */
export async function prefetchShell(client: QueryClient): Promise<void> {
  const [{ connections, currentId }] = await Promise.all([
    client.fetchQuery(ask('connections', 'list', null)),
    client.fetchQuery(ask('app', 'preferences', null)),
    client.fetchQuery(ask('app', 'info', null)),
  ]);
  const connectionId = connections.find(({ id }) => id === currentId)?.id ?? connections[0]?.id;
  if (connectionId === undefined) return;
  await Promise.all([
    client.fetchQuery(ask('tokens', 'status', { connectionId })),
    client.fetchQuery(ask('traffic', 'rates', { connectionId })),
    client.fetchQuery(ask('tasks', 'list', { connectionId })),
    client.fetchQuery(ask('listings', 'status', { connectionId })),
  ]);
}

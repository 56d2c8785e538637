/** The connection that the renderer shows. */
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Connection } from '../../shared/model/connection.ts';
import { ask } from './client.ts';

/** All connections and the id of the current one. Suspends until they are known. */
export function useConnections() {
  return useSuspenseQuery(ask('connections', 'list', null)).data;
}

/** The current connection. There is always at least the sandbox. */
export function useConnection(): Connection {
  const { connections, currentId } = useConnections();
  const found = connections.find((connection) => connection.id === currentId) ?? connections[0];
  if (!found) throw new Error('there is no connection');
  return found;
}

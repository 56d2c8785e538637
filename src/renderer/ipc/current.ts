/** The connection that this window shows. */
import { useSyncExternalStore } from 'react';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import { useAct, useAnswer } from './client.ts';
import {
  addressConnection,
  addressedConnectionId,
  onConnectionAddressed,
  shownConnectionId,
} from './window-connection.ts';

/** All connections and the id of the window's current one. Suspends until the connections are known. */
export function useConnections(): Pick<ConnectionsSnapshot, 'connections' | 'currentId'> {
  const snapshot = useAnswer('connections', 'list', null);
  useSyncExternalStore(onConnectionAddressed, addressedConnectionId);
  return { connections: snapshot.connections, currentId: shownConnectionId(snapshot) };
}

/** The window's current connection. There is always at least the sandbox. */
export function useConnection(): Connection {
  const { connections, currentId } = useConnections();
  const found = connections.find((connection) => connection.id === currentId) ?? connections[0];
  if (!found) throw new Error('there is no connection');
  return found;
}

/** Returns a mutation that shows another connection in this window; main remembers it for the next window. */
export const useSelectConnection = () =>
  useAct('connections', 'select', { onMutate: ({ id }) => addressConnection(id) });

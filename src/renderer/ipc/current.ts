/** The connection that this window shows. */

import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Audience } from '../../shared/model/app.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { ask, keyOf, useAct, useAnswer, useAsk } from './client.ts';
import {
  addressConnection,
  addressedConnectionId,
  onConnectionAddressed,
  shownConnectionId,
} from './window-connection.ts';

/** Returns all connections, and the id of the window's current one. Suspends until the connections are known. */
export function useConnections(): Pick<ConnectionsSnapshot, 'connections' | 'currentId'> {
  const snapshot = useAnswer('connections', 'list', null);
  useSyncExternalStore(onConnectionAddressed, addressedConnectionId);
  return { connections: snapshot.connections, currentId: shownConnectionId(snapshot) };
}

/** Returns the window's current connection. There is always at least the sandbox. */
export function useConnection(): Connection {
  const { connections, currentId } = useConnections();
  const found = connections.find((connection) => connection.id === currentId) ?? connections[0];
  if (!found) throw new Error('there is no connection');
  return found;
}

/** Returns a mutation that shows another connection in this window; main remembers it for the next window. */
export const useSelectConnection = () =>
  useAct('connections', 'select', { onMutate: ({ id }) => addressConnection(id) });

const preferences = () => ask('app', 'preferences', null);

/** Returns the person's chosen audience. Sends no query, because the preferences are read before the first drawing. */
export const useAudience = (): Audience => useQuery({ ...preferences(), enabled: false }).data?.audience ?? 'managers';

/** Returns the audience for code outside of components. */
export const currentAudience = (client: QueryClient): Audience =>
  client.getQueryData(preferences().queryKey)?.audience ?? 'managers';

/** Returns the clock of a connection; `undefined` until it is known, and callers then use this machine's clock. */
export function useClockFace(connectionId: string): ClockFace | undefined {
  return useAsk('tokens', 'status', { connectionId }).data?.clock;
}

/** Returns the id of the current connection if the cache has it; sends no query. */
export function useCurrentConnectionId(): string | undefined {
  const snapshot = useAsk('connections', 'list', null, { enabled: false }).data;
  useSyncExternalStore(onConnectionAddressed, addressedConnectionId);
  return snapshot && shownConnectionId(snapshot);
}

/** Returns the clock of the current connection if the cache has it; sends no query. */
export function useCurrentClockFace(): ClockFace | undefined {
  const connectionId = useCurrentConnectionId() ?? '';
  return useAsk('tokens', 'status', { connectionId }, { enabled: false }).data?.clock;
}

/** Returns the current instant on a connection's clock; on this machine's clock while the connection's is unknown. */
export function nowOn(client: QueryClient, connectionId: string): number {
  const face = client.getQueryData<TokensSnapshot>(keyOf('tokens', 'status', { connectionId }))?.clock;
  return face ? readClock(face, Date.now()) : Date.now();
}

export function currentNow(client: QueryClient): number {
  const known = client.getQueryData<ConnectionsSnapshot>(keyOf('connections', 'list', null));
  return known ? nowOn(client, shownConnectionId(known)) : Date.now();
}

/** The clock of a connection, for countdowns and for the connection's “today”. */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';
import { readClock } from '../../shared/time/clock-face.ts';
import { keyOf, useAsk } from './client.ts';
import { addressedConnectionId, onConnectionAddressed, shownConnectionId } from './window-connection.ts';

/** The clock of a connection; `undefined` until it is known. Callers then use this machine's clock. */
export function useClockFace(connectionId: string): ClockFace | undefined {
  return useAsk('tokens', 'status', { connectionId }).data?.clock;
}

/** The id of the current connection if the cache has it; sends no query. */
export function useCurrentConnectionId(): string | undefined {
  const snapshot = useAsk('connections', 'list', null, { enabled: false }).data;
  useSyncExternalStore(onConnectionAddressed, addressedConnectionId);
  return snapshot && shownConnectionId(snapshot);
}

/** The clock of the current connection if the cache has it; sends no query. */
export function useCurrentClockFace(): ClockFace | undefined {
  const connectionId = useCurrentConnectionId() ?? '';
  return useAsk('tokens', 'status', { connectionId }, { enabled: false }).data?.clock;
}

/** The current instant on a connection's clock; on this machine's clock while the connection's is unknown. */
export function nowOn(client: QueryClient, connectionId: string): number {
  const face = client.getQueryData<TokensSnapshot>(keyOf('tokens', 'status', { connectionId }))?.clock;
  return face ? readClock(face, Date.now()) : Date.now();
}

export function currentNow(client: QueryClient): number {
  const known = client.getQueryData<ConnectionsSnapshot>(keyOf('connections', 'list', null));
  return known ? nowOn(client, shownConnectionId(known)) : Date.now();
}

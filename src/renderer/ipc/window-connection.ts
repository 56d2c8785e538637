/** A window's address names its connection (`?connection=…`), also after a reload and Back. Main remembers the last choice for the next window. */
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';

const PARAMETER = 'connection';
const listeners = new Set<() => void>();

/** Returns the id of the connection that the address names; null for a first window, whose address names none yet. */
export const addressedConnectionId = (): string | null => new URLSearchParams(window.location.search).get(PARAMETER);

/** Shows another connection in this window. Call it before a navigation, because a navigation copies the address. */
export function addressConnection(id: string): void {
  if (id === addressedConnectionId()) return;
  const address = new URL(window.location.href);
  address.searchParams.set(PARAMETER, id);
  window.history.replaceState(window.history.state, '', address);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the address names another connection, also after Back and Forward. */
export function onConnectionAddressed(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Returns the id of the connection that this window shows: the addressed one if it exists, or else the last chosen one. */
export function shownConnectionId({ connections, currentId }: ConnectionsSnapshot): string {
  const addressed = addressedConnectionId();
  return connections.some(({ id }) => id === addressed) ? (addressed ?? currentId) : currentId;
}

/** Replaces a removed connection in the address by the one that the window then shows. Other windows then no longer change what it shows. */
export function leaveRemovedConnection(snapshot: ConnectionsSnapshot): void {
  if (addressedConnectionId() !== null) addressConnection(shownConnectionId(snapshot));
}

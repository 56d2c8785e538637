/**
 * The connection of this window is in its address (`?connection=…`), so that each window has its own, and a reload and Back find it again. Main
 * remembers only the last chosen connection, for the next window.
 */
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';

const PARAMETER = 'connection';
const listeners = new Set<() => void>();

/** The connection that the address names; null in a first window whose address names none yet. */
export const addressedConnectionId = (): string | null => new URLSearchParams(window.location.search).get(PARAMETER);

/** Shows another connection in this window. Call before a navigation, which copies the address. */
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

/** The id of the connection that this window shows: the one in the address or, if that does not exist, the last chosen one. */
export function shownConnectionId({ connections, currentId }: ConnectionsSnapshot): string {
  const addressed = addressedConnectionId();
  return connections.some(({ id }) => id === addressed) ? (addressed ?? currentId) : currentId;
}

/**
 * If the connection in this window's address was removed, puts the connection that the window shows instead into the address. The window then
 * keeps it when another window chooses another connection.
 */
export function leaveRemovedConnection(snapshot: ConnectionsSnapshot): void {
  if (addressedConnectionId() !== null) addressConnection(shownConnectionId(snapshot));
}

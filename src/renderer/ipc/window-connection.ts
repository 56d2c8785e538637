/**
 * The connection of this window stands in its address (`?connection=…`), so that each window has its own, and a reload and Back find it.
 * Main remembers only which connection was chosen last, for the next window.
 */
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';

const PARAMETER = 'connection';
const listeners = new Set<() => void>();

/** The connection that the address names; null in a first window that has not opened yet. */
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

/** The id of the connection that this window shows; where the addressed one does not exist, of the one that was chosen last. */
export function shownConnectionId({ connections, currentId }: ConnectionsSnapshot): string {
  const addressed = addressedConnectionId();
  return connections.some(({ id }) => id === addressed) ? (addressed ?? currentId) : currentId;
}

/** A window whose connection was removed stays on the one that it shows instead, whatever other windows choose later. */
export function leaveRemovedConnection(snapshot: ConnectionsSnapshot): void {
  if (addressedConnectionId() !== null) addressConnection(shownConnectionId(snapshot));
}

/** Reads the data of the frame and of the listings ahead, so that the first drawing is complete. */
import type { QueryClient } from '@tanstack/react-query';
import { isAppError } from '../../shared/app-error.ts';
import type { FirstPage } from '../../shared/model/app.ts';
import { prefetchRows } from '../features/listings/table/use-listing-rows.ts';
import { call, keyOf } from '../ipc/client.ts';
import { putNewer } from '../ipc/event-bridge.ts';
import { addressConnection, addressedConnectionId } from '../ipc/window-connection.ts';

/**
 * Reads the data for the first drawing in one call, because each call takes time. Returns the page on which the window opens. Rejects when main does
 * not answer.
 */
export async function prefetchShell(client: QueryClient): Promise<FirstPage> {
  const answer = await call('app', 'opening', { connectionId: addressedConnectionId() });
  const { connections, preferences, info, listings, tokens, rates, tasks, firstPage, firstRows } = answer;
  const of = { connectionId: listings.connectionId };
  addressConnection(of.connectionId);
  client.setQueryData(keyOf('app', 'info', null), info);
  // An event may have brought a newer snapshot.
  putNewer(client, keyOf('app', 'preferences', null), preferences);
  putNewer(client, keyOf('connections', 'list', null), connections);
  putNewer(client, keyOf('listings', 'status', of), listings);
  putNewer(client, keyOf('tokens', 'status', of), tokens);
  putNewer(client, keyOf('traffic', 'rates', of), rates);
  putNewer(client, keyOf('tasks', 'list', of), tasks);
  if (firstRows && client.getQueryData(keyOf('listings', 'status', of)) === listings)
    client.setQueryData(keyOf('listings', 'rows', firstRows.query), firstRows.page);
  if (listings.shown > 0) await prefetchRows(client, listings);
  return firstPage;
}

/** Whether main refused the first data because the app is locked. The window then shows the lock screen alone. */
export const isLocked = (opening: Promise<unknown>): Promise<boolean> =>
  opening.then(
    () => false,
    (error: unknown) => isAppError(error, 'locked'),
  );

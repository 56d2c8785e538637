/** The first page: Listings when loading them issues no token, otherwise Overview, which sends nothing. */
import { call } from '../ipc/client.ts';
import type { Page } from '../navigation/search.ts';

export async function firstPage(): Promise<Page> {
  try {
    const { connections, currentId } = await call('connections', 'list', null);
    const connection = connections.find(({ id }) => id === currentId);
    if (!connection?.openApi) return 'overview';
    if (connection.presetId === 'sandbox') return 'listings';
    const { tokens } = await call('tokens', 'status', { connectionId: connection.id });
    const state = tokens.find((token) => token.api === 'openApi')?.state;
    return state === 'valid' || state === 'due' ? 'listings' : 'overview';
  } catch {
    // Overview shows the error.
    return 'overview';
  }
}

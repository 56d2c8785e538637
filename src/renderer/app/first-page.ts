/** Where the window opens: on the listings when seeing them spends no one's token, otherwise on the overview, which sends nothing. */
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
    // The overview says what is wrong.
    return 'overview';
  }
}

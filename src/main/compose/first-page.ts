/** The page on which the window opens: Listings when loading them issues no token, otherwise Overview, which sends nothing. */
import type { FirstPage } from '../../shared/model/app.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';

export function firstPageOf(
  { connections, currentId }: ConnectionsSnapshot,
  tokensOf: (connectionId: string) => TokensSnapshot,
): FirstPage {
  const connection = connections.find(({ id }) => id === currentId);
  if (!connection?.openApi) return 'overview';
  // The sandbox's quota is nobody's.
  if (connection.presetId === 'sandbox') return 'listings';
  const state = tokensOf(connection.id).tokens.find(({ api }) => api === 'openApi')?.state;
  return state === 'valid' || state === 'due' ? 'listings' : 'overview';
}

/** Chooses a window's first page: Welcome at the first start, Overview (Today) for managers; for support Listings if they load by themselves. */
import type { Audience, FirstPage } from '../../shared/model/app.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';

type TokensOf = (connectionId: string) => TokensSnapshot;

export function firstPageOf(
  snapshot: ConnectionsSnapshot,
  tokensOf: TokensOf,
  { welcomed = true, audience = 'support' as Audience } = {},
): FirstPage {
  // Version 0.1.0 had no welcome page; a person with a connection of their own needs none.
  if (!welcomed && snapshot.connections.every(({ presetId }) => presetId === 'sandbox')) return 'welcome';
  return audience === 'support' && loadsAtStart(snapshot, tokensOf) ? 'listings' : 'overview';
}

/**
 * Whether a window loads the listings of the current connection when it opens: if that is the sandbox, or has a token that is valid or due for
 * renewal.
 */
export function loadsAtStart({ connections, currentId }: ConnectionsSnapshot, tokensOf: TokensOf): boolean {
  const connection = connections.find(({ id }) => id === currentId);
  if (!connection?.openApi) return false;
  return loadsFreely(connection, tokensOf) || tokenState(connection, tokensOf) === 'due';
}

export const loadsFreely = (connection: Connection, tokensOf: TokensOf): boolean =>
  // Tokens of the sandbox cost nothing.
  connection.presetId === 'sandbox' || tokenState(connection, tokensOf) === 'valid';

const tokenState = ({ id }: Connection, tokensOf: TokensOf) =>
  tokensOf(id).tokens.find(({ api }) => api === 'openApi')?.state;

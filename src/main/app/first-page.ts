/** Chooses a window's first page: Welcome at the first start; Listings for the sandbox or if a token is valid or due; else Overview. */
import type { FirstPage } from '../../shared/model/app.ts';
import type { Connection, ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../shared/model/token.ts';

type TokensOf = (connectionId: string) => TokensSnapshot;

export function firstPageOf(
  { connections, currentId }: ConnectionsSnapshot,
  tokensOf: TokensOf,
  welcomed = true,
): FirstPage {
  // Version 0.1.0 had no welcome page; a person with a connection of their own needs none.
  if (!welcomed && connections.every(({ presetId }) => presetId === 'sandbox')) return 'welcome';
  const connection = connections.find(({ id }) => id === currentId);
  if (!connection?.openApi) return 'overview';
  return loadsFreely(connection, tokensOf) || tokenState(connection, tokensOf) === 'due' ? 'listings' : 'overview';
}

export const loadsFreely = (connection: Connection, tokensOf: TokensOf): boolean =>
  // Tokens of the sandbox cost nothing.
  connection.presetId === 'sandbox' || tokenState(connection, tokensOf) === 'valid';

const tokenState = ({ id }: Connection, tokensOf: TokensOf) =>
  tokensOf(id).tokens.find(({ api }) => api === 'openApi')?.state;

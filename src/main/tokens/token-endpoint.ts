/** The token endpoint of a credential, and the key under which the ledger counts its issuances. */
import { AppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { ADDRESS_LABELS } from '../../shared/connection/connection-input.ts';
import type { Addresses, Connection, Credential } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { canonicalAddress } from '../vault/client-ids.ts';

export interface TokenEndpoint {
  readonly connectionId: string;
  readonly credentialId: string;
  readonly api: Api;
  readonly label: string;
  readonly clientId: string;
  readonly tokenUrl: string;
}

/** The key by which the ledger counts a quota: a client ID at a token endpoint (service.md §3.5). */
export interface LedgerKey {
  readonly api: Api;
  readonly clientId: string;
  readonly tokenUrl: string;
}

/** A cache of normalised token addresses. It stays small, because a ledger names few addresses even after years. */
const canonicalUrls = new Map<string, string>();

/** Returns the same text for equal keys, however their address is written. */
export function keyText({ api, clientId, tokenUrl }: LedgerKey): string {
  const known = canonicalUrls.get(tokenUrl) ?? canonicalAddress(tokenUrl);
  canonicalUrls.set(tokenUrl, known);
  return JSON.stringify([api, clientId, known]);
}

const tokenAddress = (connection: Connection, api: Api): string | null => connection.addresses[ADDRESS_KEYS[api].token];

/** Returns the token endpoint of a credential. Throws `addressMissing`. */
export function tokenEndpointOf(connection: Connection, credential: Credential): TokenEndpoint {
  const { api } = credential;
  const address = tokenAddress(connection, api);
  if (address === null) throw new AppError('addressMissing', { address: ADDRESS_LABELS[ADDRESS_KEYS[api].token] });
  return {
    connectionId: connection.id,
    credentialId: credential.id,
    api,
    label: credential.label,
    clientId: credential.clientId,
    tokenUrl: `${address}/oauth2/token`,
  };
}

/** Returns the hosts of the connection's other API that are not hosts of `api`. */
export function hostsOfOtherApi(addresses: Addresses, api: Api): string[] {
  const hosts = (of: Api) =>
    [addresses[ADDRESS_KEYS[of].base], addresses[ADDRESS_KEYS[of].token]]
      .filter((url) => url !== null)
      .map((url) => new URL(url).host);
  const own = hosts(api);
  return hosts(api === 'openApi' ? 'booking' : 'openApi').filter((host) => !own.includes(host));
}

/** Returns the ledger's key of a credential. The sandbox has one key for all its ports, because its port may change at a start. */
export function ledgerKey(connection: Connection, credential: Credential): LedgerKey {
  const { api, clientId } = credential;
  const address = connection.presetId === 'sandbox' ? 'sandbox:' : tokenAddress(connection, api);
  return { api, clientId, tokenUrl: `${address ?? ''}/oauth2/token` };
}

/** Where a token is asked for, and under which key its issuances are counted. */

import { ADDRESS_LABELS } from '../../shared/connection-input.ts';
import { AppError } from '../../shared/errors.ts';
import { ADDRESS_KEYS, type Addresses, type Connection, type Credential } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';

/** One key pair at one token endpoint. */
export interface TokenEndpoint {
  readonly connectionId: string;
  readonly credentialId: string;
  readonly api: Api;
  readonly label: string;
  readonly clientId: string;
  readonly tokenUrl: string;
}

/** Whose quota it is: a client id at a token endpoint. Two credentials with the same client id share it (spec.md, Authentication 4). */
export interface LedgerKey {
  readonly api: Api;
  readonly clientId: string;
  readonly tokenUrl: string;
}

const tokenAddress = (connection: Connection, api: Api): string | null => connection.addresses[ADDRESS_KEYS[api].token];

/** Throws `addressMissing`. */
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

/** Hosts that only the other API's addresses have. */
export function hostsOfOtherApi(addresses: Addresses, api: Api): string[] {
  const hosts = (of: Api) =>
    [addresses[ADDRESS_KEYS[of].base], addresses[ADDRESS_KEYS[of].token]]
      .filter((url) => url !== null)
      .map((url) => new URL(url).host);
  const own = hosts(api);
  return hosts(api === 'openApi' ? 'booking' : 'openApi').filter((host) => !own.includes(host));
}

/** The sandbox listens on another port after each start and is the same service all the same. */
export function ledgerKey(connection: Connection, credential: Credential): LedgerKey {
  const { api, clientId } = credential;
  const address = connection.presetId === 'sandbox' ? 'sandbox:' : tokenAddress(connection, api);
  return { api, clientId, tokenUrl: `${address ?? ''}/oauth2/token` };
}

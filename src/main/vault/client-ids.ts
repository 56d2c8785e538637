/**
 * One connection per client ID. The service counts tokens by client ID at a token address, so a second connection with the same one would
 * count apart what the service counts together.
 */
import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import type { InputIssue } from '../../shared/errors.ts';
import type { Addresses, PresetId } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';

/** A connection, as far as its client IDs are concerned; the vault's own or the view of it. */
export interface ClientIdOwner {
  readonly id: string;
  readonly name: string;
  readonly presetId: PresetId;
  readonly addresses: Addresses;
  readonly openApi: ApiClient | null;
  readonly applications: readonly ApiClient[];
  readonly createdAt: number;
}
interface ApiClient {
  readonly api: Api;
  readonly clientId: string;
}

/**
 * The same text for the same client ID at the same token address, of either API; client IDs are case-sensitive. `null` without a token address,
 * and for the sandbox, of which there is one.
 */
export function clientIdKey(
  { presetId, addresses }: Pick<ClientIdOwner, 'presetId' | 'addresses'>,
  { api, clientId }: ApiClient,
): string | null {
  const address = addresses[ADDRESS_KEYS[api].token];
  return presetId === 'sandbox' || address === null ? null : `${canonicalAddress(address)} ${clientId.trim()}`;
}

/** The keys of all client IDs of a connection. */
export const clientIdKeysOf = (connection: ClientIdOwner): string[] =>
  credentialsOf(connection).flatMap((credential) => clientIdKey(connection, credential) ?? []);

/** The oldest connection but `ownId` that has one of the client IDs; `undefined` when none has. */
export function connectionWith<Owner extends ClientIdOwner>(
  connections: readonly Owner[],
  keys: readonly (string | null)[],
  ownId: string | null,
): Owner | undefined {
  const isOther = (it: Owner) => it.id !== ownId && clientIdKeysOf(it).some((key) => keys.includes(key));
  return connections.filter(isOther).toSorted((one, other) => one.createdAt - other.createdAt)[0];
}

/** The issue of an input that would give a client ID a second connection beside `first`. */
export const takenIssue = (path: string, sentence: string, { id, name }: ClientIdOwner): InputIssue => ({
  path,
  message: `${sentence}: ${quotedName(name)}.`,
  connection: { id, name },
});

/** The address with its host in lower case, without the default port and without slashes at its end. */
export function canonicalAddress(address: string): string {
  const url = URL.parse(address);
  return url?.host ? `${url.origin.replace(/\.(?=:|$)/, '')}${url.pathname.replace(/\/+$/, '')}` : address;
}

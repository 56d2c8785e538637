/** Ensures that a client ID belongs to one connection only, because the service counts tokens by client ID and token address. */
import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import type { InputIssue } from '../../shared/errors.ts';
import type { Addresses, PresetId } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';

/** The fields of a connection that concern its client IDs, in the vault's own object or in the view of it. */
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

/** Identifies a client ID, which is case-sensitive, at a token address. `null` without an address, and for the sandbox. */
export function clientIdKey(
  { presetId, addresses }: Pick<ClientIdOwner, 'presetId' | 'addresses'>,
  { api, clientId }: ApiClient,
): string | null {
  const address = addresses[ADDRESS_KEYS[api].token];
  return presetId === 'sandbox' || address === null ? null : `${canonicalAddress(address)} ${clientId.trim()}`;
}

export const clientIdKeysOf = (connection: ClientIdOwner): string[] =>
  credentialsOf(connection).flatMap((credential) => clientIdKey(connection, credential) ?? []);

/** The oldest connection except `ownId` that has one of the client IDs; `undefined` when there is none. */
export function connectionWith<Owner extends ClientIdOwner>(
  connections: readonly Owner[],
  keys: readonly (string | null)[],
  ownId: string | null,
): Owner | undefined {
  const isOther = (it: Owner) => it.id !== ownId && clientIdKeysOf(it).some((key) => keys.includes(key));
  return connections.filter(isOther).toSorted((one, other) => one.createdAt - other.createdAt)[0];
}

/** The issue of an input that would give a second connection a client ID that `first` already has. */
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

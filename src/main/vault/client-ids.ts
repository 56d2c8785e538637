/** Ensures that a client ID belongs to one connection only, because the service counts tokens by client ID and token address. */
import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import type { InputIssue } from '../../shared/errors.ts';
import type { Addresses, PresetId } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';

/** A connection, stored or as the renderer sees it, with the fields that concern its client IDs. */
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

/** Makes the text that identifies a client ID at a token address. `null` without an address, and for the sandbox. */
export function clientIdKey(
  { presetId, addresses }: Pick<ClientIdOwner, 'presetId' | 'addresses'>,
  { api, clientId }: ApiClient,
): string | null {
  const address = addresses[ADDRESS_KEYS[api].token];
  return presetId === 'sandbox' || address === null ? null : `${canonicalAddress(address)} ${clientId.trim()}`;
}

export const clientIdKeysOf = (connection: ClientIdOwner): string[] =>
  credentialsOf(connection).flatMap((credential) => clientIdKey(connection, credential) ?? []);

/** Finds the oldest connection except `ownId` that has one of the client IDs; `undefined` without one. */
export function connectionWith<Owner extends ClientIdOwner>(
  connections: readonly Owner[],
  keys: readonly (string | null)[],
  ownId: string | null,
): Owner | undefined {
  const isOther = (it: Owner) => it.id !== ownId && clientIdKeysOf(it).some((key) => keys.includes(key));
  return connections.filter(isOther).toSorted((one, other) => one.createdAt - other.createdAt)[0];
}

/** Makes the issue for an entered client ID that another connection already has. */
export const takenIssue = (path: string, sentence: string, { id, name }: ClientIdOwner): InputIssue => ({
  path,
  message: `${sentence}: ${quotedName(name)}.`,
  connection: { id, name },
});

/** Normalizes an address: host in lower case, no default port, no slashes at the end. */
export function canonicalAddress(address: string): string {
  const url = URL.parse(address);
  return url?.host ? `${url.origin.replace(/\.(?=:|$)/, '')}${url.pathname.replace(/\/+$/, '')}` : address;
}

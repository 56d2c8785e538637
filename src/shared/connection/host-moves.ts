/** Finds the host moves that a change of a connection's addresses would make. The form and the vault use it. */
import type { Addresses, AddressKey } from '../model/connection.ts';
import { Api } from '../model/primitives.ts';
import { ADDRESS_KEYS, credentialsOf } from './account.ts';

/** A host move. `from` and `to` are hosts with their ports; `from` is null when there was no address before. */
export interface HostMove {
  readonly api: Api;
  readonly key: AddressKey;
  readonly from: string | null;
  readonly to: string;
}

/** Lists the host moves between two sets of addresses, also for an API without a credential, because a person may enter its secret later. */
export function hostMovesOf(before: Addresses, after: Addresses): HostMove[] {
  const moves: HostMove[] = [];
  for (const api of Api.options)
    for (const key of Object.values(ADDRESS_KEYS[api])) {
      const [from, to] = [urlOf(before[key]), urlOf(after[key])];
      if (to !== null && from?.origin !== to.origin) moves.push({ api, key, from: from?.host ?? null, to: to.host });
    }
  return moves;
}

/** Returns the credentials of the APIs whose addresses move. Their tokens are discarded, and a person must enter their secrets again. */
export const movedCredentialsOf = <Of extends { readonly api: Api }>(
  connection: { readonly openApi: Of | null; readonly applications: readonly Of[] },
  moves: readonly HostMove[],
): Of[] => credentialsOf(connection).filter(({ api }) => moves.some((move) => move.api === api));

/** Returns the host that receives the client secrets of an API; null without a token address. */
export const secretHostOf = (addresses: Addresses, api: Api): string | null =>
  urlOf(addresses[ADDRESS_KEYS[api].token])?.host ?? null;

const urlOf = (address: string | null): URL | null => (address === null ? null : new URL(address));

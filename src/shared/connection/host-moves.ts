/** Finds the hosts that would receive a connection's tokens and secrets in place of the present ones. Used by the form and by the vault. */

import type { Addresses, AddressKey } from '../model/connection.ts';
import { Api } from '../model/primitives.ts';
import { ADDRESS_KEYS, credentialsOf } from './account.ts';

/** An address that gets another scheme, host or port. Host names include the port; `from` is null when there was no address. */
export interface HostMove {
  readonly api: Api;
  readonly key: AddressKey;
  readonly from: string | null;
  readonly to: string;
}

/**
 * The host moves between two sets of addresses. An address that is removed or only gets another path is not a move. An address of an API without
 * a credential can be one, because a secret may be entered for it later.
 */
export function hostMovesOf(before: Addresses, after: Addresses): HostMove[] {
  const moves: HostMove[] = [];
  for (const api of Api.options)
    for (const key of Object.values(ADDRESS_KEYS[api])) {
      const [from, to] = [urlOf(before[key]), urlOf(after[key])];
      if (to !== null && from?.origin !== to.origin) moves.push({ api, key, from: from?.host ?? null, to: to.host });
    }
  return moves;
}

/** The credentials of the APIs that move. Their tokens are dropped, and their secrets must be entered again. */
export const movedCredentialsOf = <Of extends { readonly api: Api }>(
  connection: { readonly openApi: Of | null; readonly applications: readonly Of[] },
  moves: readonly HostMove[],
): Of[] => credentialsOf(connection).filter(({ api }) => moves.some((move) => move.api === api));

/** The host that receives the client secrets of an API; null without a token address. */
export const secretHostOf = (addresses: Addresses, api: Api): string | null =>
  urlOf(addresses[ADDRESS_KEYS[api].token])?.host ?? null;

const urlOf = (address: string | null): URL | null => (address === null ? null : new URL(address));

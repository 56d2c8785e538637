/** Which hosts would get the tokens and secrets of a connection instead of the present ones. Used by the form and by the vault. */
import { ADDRESS_KEYS, type Addresses, type AddressKey, credentialsOf } from './model/connection.ts';
import { Api } from './model/primitives.ts';

/** An address, of an API with a credential, that gets another scheme, host or port. Hosts have their port; `from` is null without an address. */
export interface HostMove {
  readonly api: Api;
  readonly key: AddressKey;
  readonly from: string | null;
  readonly to: string;
}

interface Movable {
  readonly addresses: Addresses;
  readonly openApi: { readonly api: Api } | null;
  readonly applications: readonly { readonly api: Api }[];
}

/** The moves from a connection's addresses to `addresses`. An address that is left out or only gets another path is no move. */
export function hostMovesOf(connection: Movable, addresses: Addresses): HostMove[] {
  const apis = new Set(credentialsOf(connection).map(({ api }) => api));
  const moves: HostMove[] = [];
  for (const api of Api.options.filter((it) => apis.has(it)))
    for (const key of Object.values(ADDRESS_KEYS[api])) {
      const [from, to] = [urlOf(connection.addresses[key]), urlOf(addresses[key])];
      if (to !== null && from?.origin !== to.origin) moves.push({ api, key, from: from?.host ?? null, to: to.host });
    }
  return moves;
}

/** The credentials of the APIs that move: their tokens are dropped, and their secrets have to be typed again. */
export const movedCredentialsOf = <Of extends { readonly api: Api }>(
  connection: { readonly openApi: Of | null; readonly applications: readonly Of[] },
  moves: readonly HostMove[],
): Of[] => credentialsOf(connection).filter(({ api }) => moves.some((move) => move.api === api));

const urlOf = (address: string | null): URL | null => (address === null ? null : new URL(address));

/** The account at the service that a connection uses. What the service counts or measures has one owner per account, not per connection. */

import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import type { Heirs } from '../platform/inherited.ts';

/**
 * One account at the service with all its connections, in the order of their creation. `id` is the id of the first of them, so files that
 * are named after a connection stay those of its account.
 */
export interface ServiceAccount {
  readonly id: string;
  readonly connectionIds: readonly string[];
}

type AccountMember = Pick<Connection, 'id' | 'presetId' | 'addresses' | 'openApi' | 'applications' | 'createdAt'>;

const accountsOfList = new WeakMap<readonly AccountMember[], ReadonlyMap<string, ServiceAccount>>();

/**
 * The account of a connection: all connections that are joined by a common credential. A connection without one, as one that is not
 * in the list, is an account of its own. Cheap for the connections of an unchanged vault snapshot.
 */
export function accountOf(connections: readonly AccountMember[], connectionId: string): ServiceAccount {
  let accounts = accountsOfList.get(connections);
  if (!accounts) {
    accounts = groupByAccount(connections);
    accountsOfList.set(connections, accounts);
  }
  return accounts.get(connectionId) ?? { id: connectionId, connectionIds: [connectionId] };
}

/**
 * What became of each account when connections were added, edited or removed: the account that has its credentials now, else the one of its
 * connections that still stands alone. What the service counts for the old account, it counts for its heir.
 */
export function heirsOf(before: readonly AccountMember[], after: readonly AccountMember[]): Heirs {
  const owners = new Map<string, string>();
  for (const connection of after)
    for (const key of keysOf(connection)) owners.set(key, accountOf(after, connection.id).id);
  const heirs = new Map<string, string | null>();
  for (const { id } of before) {
    const account = accountOf(before, id);
    if (account.id !== id) continue;
    const members = before.filter((connection) => account.connectionIds.includes(connection.id));
    const key = members.flatMap(keysOf).find((it) => owners.has(it));
    heirs.set(id, key === undefined ? loneHeir(after, account) : (owners.get(key) ?? null));
  }
  return heirs;
}

/** A connection whose credentials were all replaced may still use the same account, unless it joined another one. */
function loneHeir(after: readonly AccountMember[], { connectionIds }: ServiceAccount): string | null {
  const isAlone = (id: string) => accountOf(after, id).connectionIds.length === 1;
  return connectionIds.find((id) => after.some((connection) => connection.id === id) && isAlone(id)) ?? null;
}

/**
 * The same text for credentials that the service cannot tell apart: the same client ID at the same token address. The sandbox may listen
 * on another port after a start.
 */
function credentialKey({ presetId, addresses }: AccountMember, { api, clientId }: Credential): string {
  const address = presetId === 'sandbox' ? 'sandbox:' : addresses[ADDRESS_KEYS[api].token];
  return JSON.stringify([api, clientId, address]);
}

const keysOf = (connection: AccountMember): string[] =>
  credentialsOf(connection).map((credential) => credentialKey(connection, credential));

function groupByAccount(connections: readonly AccountMember[]): ReadonlyMap<string, ServiceAccount> {
  const oldestFirst = [...connections].sort((one, other) => one.createdAt - other.createdAt);
  let groups: { readonly members: AccountMember[]; readonly keys: Set<string> }[] = [];
  for (const connection of oldestFirst) {
    const keys = new Set(keysOf(connection));
    const joined = groups.filter((group) => [...keys].some((key) => group.keys.has(key)));
    const merged = {
      members: [...joined.flatMap(({ members }) => members), connection].sort(byAge(oldestFirst)),
      keys: new Set([...keys, ...joined.flatMap((group) => [...group.keys])]),
    };
    groups = [...groups.filter((group) => !joined.includes(group)), merged];
  }
  return new Map(
    groups.flatMap(({ members }) => {
      const connectionIds = members.map(({ id }) => id);
      const account = { id: connectionIds[0] ?? '', connectionIds };
      return connectionIds.map((id) => [id, account] as const);
    }),
  );
}

const byAge = (oldestFirst: readonly AccountMember[]) => (one: AccountMember, other: AccountMember) =>
  oldestFirst.indexOf(one) - oldestFirst.indexOf(other);

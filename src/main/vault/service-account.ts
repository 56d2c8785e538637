/** The account at the service that a connection uses. What the service counts or measures has one owner per account, not per connection. */
import { ADDRESS_KEYS, type Connection, type Credential, credentialsOf } from '../../shared/model/connection.ts';

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
 * The same text for credentials that the service cannot tell apart: the same client ID at the same token address. The sandbox may listen
 * on another port after a start.
 */
function credentialKey({ presetId, addresses }: AccountMember, { api, clientId }: Credential): string {
  const address = presetId === 'sandbox' ? 'sandbox:' : addresses[ADDRESS_KEYS[api].token];
  return JSON.stringify([api, clientId, address]);
}

function groupByAccount(connections: readonly AccountMember[]): ReadonlyMap<string, ServiceAccount> {
  const oldestFirst = [...connections].sort((one, other) => one.createdAt - other.createdAt);
  let groups: { readonly members: AccountMember[]; readonly keys: Set<string> }[] = [];
  for (const connection of oldestFirst) {
    const keys = new Set(credentialsOf(connection).map((credential) => credentialKey(connection, credential)));
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

/**
 * Merges connections with the same client ID, which earlier versions allowed, into the oldest. Of two secrets for one client ID, one is used and
 * the other is a spare until the service accepts the first. A credential that does not fit into the oldest connection stays in its own.
 */
import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import { MAX_APPLICATIONS } from '../../shared/input/max-input.ts';
import type { LimitChoice } from '../../shared/model/rates.ts';
import type { TokenRuleChoice } from '../../shared/model/token-rules.ts';
import { clientIdKey } from './client-ids.ts';
import type { VaultConnection, VaultCredential, VaultState } from './vault-state.ts';

/** Merges connections that share a client ID of one API. Returns the same object when there are none. */
export function withMergedConnections(state: VaultState, newIdentity: () => string): VaultState {
  let merged = state;
  // Each merge takes a client from a connection, so the loop ends.
  for (let pair = firstPair(merged); pair; pair = firstPair(merged)) merged = mergePair(merged, pair, newIdentity);
  return merged;
}

interface Pair {
  readonly to: VaultConnection;
  readonly from: VaultConnection;
}

const keyOf = (connection: VaultConnection, credential: VaultCredential): string | null => {
  const key = clientIdKey(connection, credential);
  return key && `${credential.api} ${key}`;
};

/** The oldest connection that shares a client with an older one, and that older one; `null` without such a pair. */
function firstPair({ connections }: VaultState): Pair | null {
  const owners = new Map<string, VaultConnection>();
  for (const from of connections.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const keys = credentialsOf(from).flatMap((credential) => keyOf(from, credential) ?? []);
    const to = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
    if (to) return { to, from };
    for (const key of keys) owners.set(key, from);
  }
  return null;
}

function mergePair(state: VaultState, { to, from }: Pair, newIdentity: () => string): VaultState {
  const byKey = new Map(credentialsOf(from).map((credential) => [keyOf(from, credential), credential]));
  const twins = new Map<VaultCredential, VaultCredential>();
  const withTwin = (credential: VaultCredential): VaultCredential => {
    const key = keyOf(to, credential);
    const twin = key === null ? undefined : byKey.get(key);
    if (!twin) return credential;
    twins.set(twin, credential);
    return mergeCredentials(credential, twin, newIdentity);
  };
  let merged: VaultConnection = {
    ...withChoicesOf(to, from),
    openApi: to.openApi && withTwin(to.openApi),
    applications: to.applications.map(withTwin),
  };
  const stays = new Set<VaultCredential>();
  for (const credential of credentialsOf(from).filter((it) => !twins.has(it))) {
    const taken = withClient(merged, from, credential);
    if (taken) merged = taken;
    else stays.add(credential);
  }
  const rest = { ...from, openApi: null, applications: from.applications.filter((it) => stays.has(it)) };
  const left: VaultConnection = {
    ...rest,
    openApi: from.openApi && stays.has(from.openApi) ? from.openApi : null,
    activeApplicationId: rest.applications[0]?.id ?? null,
  };
  const connections = state.connections
    .map((connection) => (connection.id === to.id ? merged : connection.id === from.id ? left : connection))
    .filter((connection) => connection !== left || stays.size > 0);
  const merge = {
    from: { id: from.id, name: from.name },
    to: { id: to.id, name: to.name },
    credentials: [...twins].map(([twin, credential]) => ({ from: twin.id, to: credential.id })),
    isStored: false,
  };
  const currentId = state.currentId === from.id && stays.size === 0 ? to.id : state.currentId;
  return { currentId, connections, merges: [...state.merges, merge] };
}

/**
 * The connection `to` with a credential of `from`, and with the addresses of its API if `to` did not use that API. `null` if `to` has no room, has a
 * credential with this client ID, or uses another address.
 */
function withClient(to: VaultConnection, from: VaultConnection, credential: VaultCredential): VaultConnection | null {
  const { api, clientId } = credential;
  const known = credentialsOf(to);
  if (known.some((it) => it.clientId === clientId)) return null;
  const { base, token } = ADDRESS_KEYS[api];
  const usesApi = known.some((it) => it.api === api);
  if (usesApi && clientIdKey(to, credential) !== clientIdKey(from, credential)) return null;
  const addresses = usesApi
    ? to.addresses
    : { ...to.addresses, [base]: from.addresses[base], [token]: from.addresses[token] };
  if (api === 'openApi') return to.openApi ? null : { ...to, addresses, openApi: credential };
  if (to.applications.length >= MAX_APPLICATIONS) return null;
  const applications = [...to.applications, credential];
  return { ...to, addresses, applications, activeApplicationId: to.activeApplicationId ?? credential.id };
}

/** Returns the connection `to`, with the settings of `from` where `to` has only the defaults of its preset. */
function withChoicesOf(to: VaultConnection, from: VaultConnection): VaultConnection {
  const chosen = <Choice extends LimitChoice | TokenRuleChoice>(one: Choice, other: Choice): Choice =>
    one.kind === 'preset' && one.setId === null ? other : one;
  const ofBoth = <Choice extends LimitChoice | TokenRuleChoice>(
    one: Record<'openApi' | 'booking', Choice>,
    other: Record<'openApi' | 'booking', Choice>,
  ) => ({ openApi: chosen(one.openApi, other.openApi), booking: chosen(one.booking, other.booking) });
  return {
    ...to,
    limits: ofBoth<LimitChoice>(to.limits, from.limits),
    tokenRules: ofBoth<TokenRuleChoice>(to.tokenRules, from.tokenRules),
    issuanceReserve: Math.max(to.issuanceReserve, from.issuanceReserve),
  };
}

/**
 * Merges two credentials with the same client ID. The secret that has a token is kept, else the one entered last; the other becomes a spare. With a
 * new identity, a secret that was rejected in an earlier run is tried again.
 */
function mergeCredentials(one: VaultCredential, other: VaultCredential, newIdentity: () => string): VaultCredential {
  const [kept, left] = isBetter(other, one) ? [other, one] : [one, other];
  const spareSecrets = [left.secret, ...kept.spareSecrets, ...left.spareSecrets].filter((spare) => spare !== null);
  return {
    ...one,
    identity: spareSecrets.length > 0 ? newIdentity() : kept.identity,
    lastGeneration: Math.max(one.lastGeneration, other.lastGeneration),
    secret: kept.secret,
    secretSetAt: kept.secretSetAt,
    spareSecrets,
    token: kept.token ?? left.token,
  };
}

function isBetter(one: VaultCredential, other: VaultCredential): boolean {
  const rankOf = ({ secret, token, secretSetAt }: VaultCredential) =>
    [secret ? 1 : 0, token ? 1 : 0, secretSetAt ?? 0] as const;
  const [ranks, others] = [rankOf(one), rankOf(other)];
  const at = ranks.findIndex((rank, index) => rank !== others[index]);
  return at >= 0 && (ranks[at] ?? 0) > (others[at] ?? 0);
}

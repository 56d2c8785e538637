/** Edits a connection: name, addresses, secrets that were entered again, choices, removal. */
import { AppError } from '../../shared/app-error.ts';
import { ADDRESS_KEYS, credentialsOf } from '../../shared/connection/account.ts';
import { type HostMove, hostMovesOf, movedCredentialsOf } from '../../shared/connection/host-moves.ts';
import type { Addresses, ConnectionChanges } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { IssueList, requireFreeClientId, validateAddresses, validateName, validateSecret } from './check-input.ts';
import { clientIdKey } from './client-ids.ts';
import { areSameMoves, hostNotConfirmed } from './confirm-hosts.ts';
import type { CredentialFactory } from './credential-factory.ts';
import {
  findConnection,
  findEditable,
  type VaultConnection,
  type VaultCredential,
  type VaultState,
  withConnection,
  withCredentials,
} from './vault-state.ts';

/**
 * A person's changes to a connection that passed the checks. `secrets`: the entered client secrets by the id of their credential. `moves`: host moves
 * that the person must confirm.
 */
export interface CheckedChanges {
  readonly connection: VaultConnection;
  readonly name: string;
  readonly addresses: Addresses;
  readonly secrets: ReadonlyMap<string, string>;
  readonly moves: readonly HostMove[];
}

/** Checks a person's changes to a connection. Throws `invalidInput` with every issue, `notFound`, or `sandboxConnection`. */
export function checkChanges(state: VaultState, changes: ConnectionChanges): CheckedChanges {
  const connection = findConnection(state, changes.id);
  const { activeApplicationId, secrets = [] } = changes;
  if (changes.name !== undefined || changes.addresses !== undefined || secrets.length > 0)
    findEditable(state, changes.id);
  if (activeApplicationId !== undefined && !connection.applications.some((it) => it.id === activeApplicationId))
    throw new AppError('notFound', { what: 'This application' });
  if (secrets.some(({ credentialId }) => !credentialsOf(connection).some(({ id }) => id === credentialId)))
    throw new AppError('notFound', { what: 'This credential' });
  const issues = new IssueList();
  const name = changes.name === undefined ? connection.name : validateName(issues, state, changes.name, changes.id);
  const apis = new Set(credentialsOf(connection).map((credential) => credential.api));
  const addresses =
    changes.addresses === undefined ? connection.addresses : validateAddresses(issues, changes.addresses, apis);
  const moved = { ...connection, addresses };
  for (const credential of credentialsOf(connection))
    if (clientIdKey(moved, credential) !== clientIdKey(connection, credential))
      requireFreeClientId(issues, `addresses.${ADDRESS_KEYS[credential.api].token}`, state, moved, credential);
  const texts = new Map(
    secrets.map(({ credentialId, clientSecret }) => [
      credentialId,
      validateSecret(issues, `secrets.${credentialId}`, clientSecret),
    ]),
  );
  issues.throwIfAny();
  return { connection, name, addresses, secrets: texts, moves: hostMovesOf(connection.addresses, addresses) };
}

/**
 * Applies a person's changes to a connection. Throws as {@link checkChanges}, and `hostNotConfirmed` for host moves other than the `confirmed` ones.
 */
export async function applyChanges(
  state: VaultState,
  changes: ConnectionChanges,
  confirmed: readonly HostMove[],
  factory: CredentialFactory,
): Promise<VaultState> {
  const checked = checkChanges(state, changes);
  const { connection, name, addresses, moves } = checked;
  if (!areSameMoves(moves, confirmed)) throw hostNotConfirmed(moves);
  const credentials = await credentialsAfter(checked, factory);
  return withConnection(state, changes.id, () =>
    withCredentials(
      {
        ...connection,
        name,
        addresses,
        activeApplicationId: changes.activeApplicationId ?? connection.activeApplicationId,
        renewalMarginMinutes: changes.renewalMarginMinutes ?? connection.renewalMarginMinutes,
        quotaReset: changes.quotaReset ?? connection.quotaReset,
        issuanceReserve: changes.issuanceReserve ?? connection.issuanceReserve,
        limits: {
          openApi: changes.limits?.openApi ?? connection.limits.openApi,
          booking: changes.limits?.booking ?? connection.limits.booking,
        },
        tokenRules: {
          openApi: changes.tokenRules?.openApi ?? connection.tokenRules.openApi,
          booking: changes.tokenRules?.booking ?? connection.tokenRules.booking,
        },
      },
      (credential) => credentials.get(credential.id) ?? credential,
    ),
  );
}

/** The changed credentials, by id. Each loses its token. A host move also removes the secret, unless the person typed it again. */
async function credentialsAfter(
  { connection, addresses, secrets, moves }: CheckedChanges,
  factory: CredentialFactory,
): Promise<ReadonlyMap<string, VaultCredential>> {
  const moved = new Set(movedCredentialsOf(connection, moves));
  const tokenAddress = (of: Addresses, api: Api) => of[ADDRESS_KEYS[api].token];
  const changed = new Map<string, VaultCredential>();
  for (const credential of credentialsOf(connection)) {
    const { id, api } = credential;
    const typed = secrets.get(id);
    if (typed !== undefined) changed.set(id, await factory.withSecret(credential, typed, 'person'));
    else if (moved.has(credential)) changed.set(id, factory.withoutSecret(credential));
    else if (tokenAddress(connection.addresses, api) !== tokenAddress(addresses, api))
      changed.set(id, factory.withNewIdentity(credential));
  }
  return changed;
}

/** Removes a connection from the state. When it was the current one, its neighbour in the list becomes current. Throws `notFound`, `sandboxConnection`. */
export function withoutConnection(state: VaultState, id: string): VaultState {
  findEditable(state, id);
  const index = state.connections.findIndex((connection) => connection.id === id);
  const connections = state.connections.filter((connection) => connection.id !== id);
  const neighbour = connections[Math.max(0, index - 1)];
  return { ...state, currentId: state.currentId === id && neighbour ? neighbour.id : state.currentId, connections };
}

/** Removes an application from a connection. When it was the active one, the first of the others becomes active. */
export function withoutApplication(connection: VaultConnection, id: string): VaultConnection {
  const applications = connection.applications.filter((application) => application.id !== id);
  const active = connection.activeApplicationId;
  return { ...connection, applications, activeApplicationId: active === id ? (applications[0]?.id ?? null) : active };
}

/** Edits of a connection that need no encryption: name, addresses, choices, removal. */
import { AppError } from '../../shared/errors.ts';
import { ADDRESS_KEYS, type Addresses, type ConnectionChanges, credentialsOf } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { IssueList, validateAddresses, validateName } from './check-input.ts';
import type { CredentialFactory } from './credential-factory.ts';
import { findConnection, findEditable } from './find.ts';
import { type VaultConnection, type VaultState, withConnection, withCredentials } from './vault-state.ts';

/**
 * Applies a person's changes. Throws `invalidInput` with every issue, `notFound`, or `sandboxConnection` for another
 * name or address of the sandbox.
 */
export function applyChanges(state: VaultState, changes: ConnectionChanges, factory: CredentialFactory): VaultState {
  const connection = findConnection(state, changes.id);
  if (changes.name !== undefined || changes.addresses !== undefined) findEditable(state, changes.id);
  const { activeApplicationId } = changes;
  if (activeApplicationId !== undefined && !connection.applications.some((it) => it.id === activeApplicationId))
    throw new AppError('notFound', { what: 'This application' });
  const issues = new IssueList();
  const name = changes.name === undefined ? connection.name : validateName(issues, state, changes.name, changes.id);
  const apis = new Set(credentialsOf(connection).map((credential) => credential.api));
  const addresses =
    changes.addresses === undefined ? connection.addresses : validateAddresses(issues, changes.addresses, apis);
  issues.throwIfAny();
  return withConnection(state, changes.id, () =>
    withAddresses(
      {
        ...connection,
        name,
        activeApplicationId: activeApplicationId ?? connection.activeApplicationId,
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
      addresses,
      factory,
    ),
  );
}

/** The connection with other addresses. A token belongs to its token endpoint and is discarded when that address changes. */
function withAddresses(connection: VaultConnection, addresses: Addresses, factory: CredentialFactory): VaultConnection {
  const tokenAddress = (of: Addresses, api: Api) => of[ADDRESS_KEYS[api].token];
  return withCredentials({ ...connection, addresses }, (credential) =>
    tokenAddress(connection.addresses, credential.api) === tokenAddress(addresses, credential.api)
      ? credential
      : factory.withNewIdentity(credential),
  );
}

/** The state without a connection. Removing the current connection selects its neighbour in the list. */
export function withoutConnection(state: VaultState, id: string): VaultState {
  findEditable(state, id);
  const index = state.connections.findIndex((connection) => connection.id === id);
  const connections = state.connections.filter((connection) => connection.id !== id);
  const neighbour = connections[Math.max(0, index - 1)];
  return { currentId: state.currentId === id && neighbour ? neighbour.id : state.currentId, connections };
}

/** The connection without one application. Removing the active application activates the first of the others. */
export function withoutApplication(connection: VaultConnection, id: string): VaultConnection {
  const applications = connection.applications.filter((application) => application.id !== id);
  const active = connection.activeApplicationId;
  return { ...connection, applications, activeApplicationId: active === id ? (applications[0]?.id ?? null) : active };
}

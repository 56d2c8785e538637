/** Finds connections and credentials in the vault's state. */

import { AppError } from '../../shared/app-error.ts';
import { credentialsOf } from '../../shared/connection/account.ts';
import type { VaultConnection, VaultCredential, VaultState } from './vault-state.ts';

/** The connection of an id. Throws `notFound`. */
export function findConnection(state: VaultState, id: string): VaultConnection {
  const found = state.connections.find((connection) => connection.id === id);
  if (!found) throw new AppError('notFound', { what: 'This connection' });
  return found;
}

/** The credential of an id, with its connection. Throws `notFound`. */
export function findCredential(
  state: VaultState,
  id: string,
): { connection: VaultConnection; credential: VaultCredential } {
  for (const connection of state.connections)
    for (const credential of credentialsOf(connection)) if (credential.id === id) return { connection, credential };
  throw new AppError('notFound', { what: 'This credential' });
}

/** A connection that a person may change. Throws `notFound`, or `sandboxConnection`. */
export function findEditable(state: VaultState, id: string): VaultConnection {
  return notSandbox(findConnection(state, id));
}

/** A credential that a person may change. Throws `notFound`, or `sandboxConnection`. */
export function findEditableCredential(state: VaultState, id: string): ReturnType<typeof findCredential> {
  const found = findCredential(state, id);
  notSandbox(found.connection);
  return found;
}

function notSandbox(connection: VaultConnection): VaultConnection {
  if (connection.presetId === 'sandbox') throw new AppError('sandboxConnection', {});
  return connection;
}

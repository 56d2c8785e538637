/** The vault's state in memory. Each secret is encrypted and on disk, or in memory only. */
import { AppError } from '../../shared/app-error.ts';
import { credentialsOf } from '../../shared/connection/account.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import type { Kept } from '../../shared/model/kept.ts';
import type { Secret } from './secret.ts';
import type { Ciphertext, ConnectionMerge, StoredConnection, StoredCredential, VaultFile } from './vault-file.ts';

/** A secret in the vault: ciphertext that is also on disk, or plain text in memory until the console quits. */
export type HeldSecret =
  | { readonly storage: 'encrypted'; readonly ciphertext: Ciphertext }
  | { readonly storage: 'memory'; readonly plain: Secret };

/** The first three bytes of what is encrypted with the sandbox's fixed key. In base64 they are four characters. */
export const SANDBOX_TAG = Buffer.from('sbx');
const SANDBOX_TAG_TEXT = SANDBOX_TAG.toString('base64');

/** Whether a ciphertext was encrypted with the sandbox's fixed key. */
export const isSealedForSandbox = ({ data }: Ciphertext): boolean => data.startsWith(SANDBOX_TAG_TEXT);

/** Returns how a secret is stored. The secret's ciphertext decides it, because this machine's present protection may differ. */
export function keptOf(held: HeldSecret): Kept {
  if (held.storage === 'memory') return 'memory';
  if (isSealedForSandbox(held.ciphertext)) return 'sandbox';
  return held.ciphertext.protection === 'protected' ? 'encrypted' : 'unprotected';
}

export type VaultCredential = Readonly<
  Omit<StoredCredential, 'secret' | 'token' | 'spareSecrets'> & {
    secret: HeldSecret | null;
    token: HeldSecret | null;
    spareSecrets: readonly HeldSecret[];
  }
>;
export type VaultConnection = Readonly<
  Omit<StoredConnection, 'openApi' | 'applications'> & {
    openApi: VaultCredential | null;
    applications: readonly VaultCredential[];
  }
>;

/** The vault's state. It is immutable, so that a failed write changes nothing. */
export interface VaultState {
  readonly currentId: string;
  readonly connections: readonly VaultConnection[];
  /** The merges, oldest first; stored data is moved in this order. */
  readonly merges: readonly ConnectionMerge[];
}

/** Returns all secret texts of a connection: client secrets and tokens. */
export const secretsOf = (connection: VaultConnection): HeldSecret[] =>
  credentialsOf(connection).flatMap(({ secret, token, spareSecrets }) =>
    [secret, token, ...spareSecrets].filter((held) => held !== null),
  );

export function withConnection(
  state: VaultState,
  id: string,
  change: (connection: VaultConnection) => VaultConnection,
): VaultState {
  return {
    ...state,
    connections: state.connections.map((connection) => (connection.id === id ? change(connection) : connection)),
  };
}

export function withCredentials(
  connection: VaultConnection,
  change: (credential: VaultCredential) => VaultCredential,
): VaultConnection {
  return {
    ...connection,
    openApi: connection.openApi && change(connection.openApi),
    applications: connection.applications.map(change),
  };
}

export function withCredential(
  state: VaultState,
  id: string,
  change: (credential: VaultCredential) => VaultCredential,
): VaultState {
  const changeOne = (credential: VaultCredential) => (credential.id === id ? change(credential) : credential);
  return { ...state, connections: state.connections.map((connection) => withCredentials(connection, changeOne)) };
}

/** Makes the renderer's view of a connection, which says where secrets are stored but never contains one. */
export function viewOf(connection: VaultConnection): Connection {
  return {
    id: connection.id,
    name: connection.name,
    presetId: connection.presetId,
    addresses: connection.addresses,
    openApi: connection.openApi && credentialViewOf(connection.openApi),
    applications: connection.applications.map(credentialViewOf),
    activeApplicationId: connection.activeApplicationId,
    renewalMarginMinutes: connection.renewalMarginMinutes,
    quotaReset: connection.quotaReset,
    issuanceReserve: connection.issuanceReserve,
    limits: connection.limits,
    tokenRules: connection.tokenRules,
    createdAt: connection.createdAt,
  };
}

export function credentialViewOf(credential: VaultCredential): Credential {
  return {
    id: credential.id,
    api: credential.api,
    label: credential.label,
    clientId: credential.clientId,
    secret: credential.secret ? keptOf(credential.secret) : 'missing',
    secretSetAt: credential.secret ? credential.secretSetAt : null,
    bookingOption: credential.bookingOption,
  };
}

/** Makes the content of the vault's file, without the secrets that stay in memory. */
export function fileOf(state: VaultState): VaultFile {
  const credential = ({ spareSecrets, ...held }: VaultCredential): StoredCredential => {
    const spares = spareSecrets.flatMap((spare) => ciphertextOf(spare) ?? []);
    return {
      ...held,
      secret: ciphertextOf(held.secret),
      secretSetAt: held.secret?.storage === 'encrypted' ? held.secretSetAt : null,
      token: ciphertextOf(held.token),
      ...(spares.length > 0 && { spareSecrets: spares }),
    };
  };
  return {
    version: 1,
    currentId: state.currentId,
    connections: state.connections.map((connection) => ({
      ...connection,
      openApi: connection.openApi && credential(connection.openApi),
      applications: connection.applications.map(credential),
    })),
    // Without the field an earlier version can read the file.
    ...(state.merges.length > 0 && { merges: [...state.merges] }),
  };
}

export function stateOf(file: VaultFile): VaultState {
  const credential = (stored: StoredCredential): VaultCredential => ({
    ...stored,
    secret: heldSecretOf(stored.secret),
    token: heldSecretOf(stored.token),
    spareSecrets: (stored.spareSecrets ?? []).flatMap((spare) => heldSecretOf(spare) ?? []),
  });
  return {
    currentId: file.currentId,
    merges: file.merges ?? [],
    connections: file.connections.map((connection) => ({
      ...connection,
      openApi: connection.openApi && credential(connection.openApi),
      applications: connection.applications.map(credential),
    })),
  };
}

const ciphertextOf = (held: HeldSecret | null): Ciphertext | null =>
  held?.storage === 'encrypted' ? held.ciphertext : null;
const heldSecretOf = (ciphertext: Ciphertext | null): HeldSecret | null =>
  ciphertext && { storage: 'encrypted', ciphertext };

/** Finds a connection by its id. Throws `notFound`. */
export function findConnection(state: VaultState, id: string): VaultConnection {
  const found = state.connections.find((connection) => connection.id === id);
  if (!found) throw new AppError('notFound', { what: 'This connection' });
  return found;
}

/** Finds a credential and its connection by the credential's id. Throws `notFound`. */
export function findCredential(
  state: VaultState,
  id: string,
): { connection: VaultConnection; credential: VaultCredential } {
  for (const connection of state.connections)
    for (const credential of credentialsOf(connection)) if (credential.id === id) return { connection, credential };
  throw new AppError('notFound', { what: 'This credential' });
}

/** Finds a connection that a person may change. Throws `notFound`, or `sandboxConnection`. */
export function findEditable(state: VaultState, id: string): VaultConnection {
  return notSandbox(findConnection(state, id));
}

/** Finds a credential that a person may change. Throws `notFound`, or `sandboxConnection`. */
export function findEditableCredential(state: VaultState, id: string): ReturnType<typeof findCredential> {
  const found = findCredential(state, id);
  notSandbox(found.connection);
  return found;
}

function notSandbox(connection: VaultConnection): VaultConnection {
  if (connection.presetId === 'sandbox') throw new AppError('sandboxConnection', {});
  return connection;
}

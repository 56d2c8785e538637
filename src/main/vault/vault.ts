/** The vault: connections and credentials, and the only access to client secrets and stored tokens. */
import { AppError } from '../../shared/app-error.ts';
import { MAX_APPLICATIONS } from '../../shared/input/max-input.ts';
import type {
  ApplicationInput,
  BookingOption,
  Connection,
  ConnectionChanges,
  ConnectionsSnapshot,
  Credential,
  NewConnection,
} from '../../shared/model/connection.ts';
import type { Kept } from '../../shared/model/kept.ts';
import { PRESET_LIMITS } from '../../shared/model/rates.ts';
import { PRESET_TOKEN_RULES } from '../../shared/model/token-rules.ts';
import type { Ask, Clock, Document, Log, Random, Subscribable } from '../platform/ports.ts';
import {
  checkNewConnection,
  IssueList,
  otherCredentialsOf,
  requireAddresses,
  requireFreeClientId,
  validateClientId,
  validateLabel,
  validateSecret,
} from './check-input.ts';
import { confirmHosts } from './confirm-hosts.ts';
import { ConnectionMerges } from './connection-merges.ts';
import { CredentialFactory, type CredentialParts, OPEN_API_LABEL } from './credential-factory.ts';
import { applyChanges, checkChanges, withoutApplication, withoutConnection } from './edit-connection.ts';
import { readSecret } from './read-secret.ts';
import { SANDBOX_ID, type SandboxAccess, withSandbox } from './sandbox-connection.ts';
import type { Secret } from './secret.ts';
import { ownerOf, type SecretCipher } from './secret-cipher.ts';
import type { StoredToken } from './stored-token.ts';
import { TokenStore } from './token-store.ts';
import type { VaultFile } from './vault-file.ts';
import {
  credentialViewOf,
  findConnection,
  findCredential,
  findEditable,
  findEditableCredential,
  type HeldSecret,
  secretsOf,
  type VaultConnection,
  viewOf,
  withConnection,
  withCredential,
  withCredentials,
} from './vault-state.ts';
import { VaultStore } from './vault-store.ts';

export interface VaultDeps {
  readonly document: Document<VaultFile>;
  readonly secretCipher: SecretCipher;
  readonly ask: Ask;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Stores connections with their secrets and tokens. A change is on disk when its promise resolves. When the write fails, the promise rejects with
 * `storageFailed` and nothing changes.
 */
export class Vault {
  readonly #deps: VaultDeps;
  readonly #store: VaultStore;
  readonly #secretCipher: SecretCipher;
  readonly #credentials: CredentialFactory;
  readonly #tokens: TokenStore;
  readonly merges: ConnectionMerges;

  private constructor(deps: VaultDeps) {
    this.#deps = deps;
    this.#store = new VaultStore(deps.document, { currentId: SANDBOX_ID, connections: [], merges: [] });
    this.#secretCipher = deps.secretCipher;
    this.#credentials = new CredentialFactory({
      secretCipher: this.#secretCipher,
      random: deps.random,
      clock: deps.clock,
    });
    this.#tokens = new TokenStore({ store: this.#store, secretCipher: this.#secretCipher, log: deps.log });
    this.merges = new ConnectionMerges({ store: this.#store, random: deps.random, log: deps.log });
  }

  /** Reads the vault's document. Throws `storageFailed` when the file cannot be read or is of another version; it then stays as it is. */
  static async open(deps: VaultDeps): Promise<Vault> {
    return new Vault(deps);
  }

  snapshot(): ConnectionsSnapshot {
    return this.#store.snapshot;
  }

  get changed(): Subscribable<ConnectionsSnapshot> {
    return this.#store.changed;
  }

  /** Whether the disk has an encrypted secret or token of a person, so that the key store is needed. */
  get usesKeyStore(): boolean {
    return this.#store.state.connections
      .filter((connection) => ownerOf(connection) === 'person')
      .some((connection) => secretsOf(connection).some(({ storage }) => storage === 'encrypted'));
  }

  /** The connection of an id. Throws `notFound`. */
  connection(id: string): Connection {
    return viewOf(findConnection(this.#store.state, id));
  }

  /** The connection and credential of a credential id. Throws `notFound`. */
  connectionOf(credentialId: string): { connection: Connection; credential: Credential } {
    const { connection, credential } = findCredential(this.#store.state, credentialId);
    return { connection: viewOf(connection), credential: credentialViewOf(credential) };
  }

  /**
   * Makes a connection and selects it. Without `keepsSecrets`, the input's secrets are placeholders, which are not stored. Throws `invalidInput` with
   * every issue, or `applicationLimit`.
   */
  async create(input: NewConnection, keepsSecrets = true): Promise<Connection> {
    const id = this.#deps.random.id();
    const made = async (parts: CredentialParts) => {
      const credential = await this.#credentials.make(parts, 'person');
      return keepsSecrets ? credential : this.#credentials.withoutSecret(credential);
    };
    await this.#store.change(async (state) => {
      const checked = checkNewConnection(state, input);
      const openApiParts = { api: 'openApi' as const, label: OPEN_API_LABEL, bookingOption: null };
      const openApi = checked.openApi && (await made({ ...openApiParts, ...checked.openApi }));
      const applications = [];
      for (const parts of checked.applications) applications.push(await made({ api: 'booking', ...parts }));
      const connection: VaultConnection = {
        id,
        name: checked.name,
        presetId: input.presetId,
        addresses: checked.addresses,
        openApi,
        applications,
        activeApplicationId: applications[0]?.id ?? null,
        renewalMarginMinutes: 30,
        quotaReset: 'rolling',
        issuanceReserve: 0,
        limits: PRESET_LIMITS,
        tokenRules: PRESET_TOKEN_RULES,
        createdAt: this.#deps.clock.now(),
      };
      return { ...state, currentId: id, connections: [...state.connections, connection] };
    });
    return this.connection(id);
  }

  /**
   * Changes a connection. A new host needs the person's confirmation and gets no token or secret of the old one. Throws `invalidInput`, `notFound`,
   * `sandboxConnection`, `hostNotConfirmed`.
   */
  async update(changes: ConnectionChanges): Promise<Connection> {
    const { connection, moves } = await this.#store.read((state) => checkChanges(state, changes));
    // Outside of a change, so that tokens can be stored while the person decides.
    await confirmHosts(this.#deps.ask, connection.name, moves);
    await this.#store.change((state) => applyChanges(state, changes, moves, this.#credentials));
    return this.connection(changes.id);
  }

  /** Deletes a connection. Throws `notFound`, `sandboxConnection`. */
  async remove(input: { id: string }): Promise<void> {
    await this.#store.change((state) => withoutConnection(state, input.id));
  }

  /** Selects the current connection. Throws `notFound`. */
  async select(input: { id: string }): Promise<void> {
    await this.#store.change((state) => ({ ...state, currentId: findConnection(state, input.id).id }));
  }

  /** Sets or replaces the Open API credential. Throws `invalidInput`, `notFound`, `sandboxConnection`. */
  async setOpenApi(input: { connectionId: string; clientId: string; clientSecret: string }): Promise<Connection> {
    const { connectionId } = input;
    await this.#store.change(async (state) => {
      const connection = findEditable(state, connectionId);
      const before = connection.openApi ?? undefined;
      const issues = new IssueList();
      requireAddresses(issues, connection.addresses, 'openApi');
      const others = otherCredentialsOf(connection, before?.id);
      const clientId = validateClientId(issues, 'clientId', input.clientId, 'openApi', others);
      if (clientId !== before?.clientId)
        requireFreeClientId(issues, 'clientId', state, connection, { api: 'openApi', clientId });
      const secret = validateSecret(issues, 'clientSecret', input.clientSecret);
      issues.throwIfAny();
      const parts = { api: 'openApi' as const, label: OPEN_API_LABEL, bookingOption: null, clientId, secret };
      const openApi = await this.#credentials.make(parts, 'person', before?.id, before);
      return withConnection(state, connectionId, (it) => ({ ...it, openApi }));
    });
    return this.connection(connectionId);
  }

  /** Removes the Open API credential. Throws `notFound`, `sandboxConnection`. */
  async removeOpenApi({ connectionId }: { connectionId: string }): Promise<Connection> {
    await this.#store.change((state) => {
      findEditable(state, connectionId);
      return withConnection(state, connectionId, (it) => ({ ...it, openApi: null }));
    });
    return this.connection(connectionId);
  }

  /** Adds an application. Throws `applicationLimit` for the sixth (service.md §2.2), `invalidInput`, `notFound`, `sandboxConnection`. */
  async addApplication(input: ApplicationInput & { connectionId: string }): Promise<Connection> {
    const { connectionId, bookingOption } = input;
    await this.#store.change(async (state) => {
      const connection = findEditable(state, connectionId);
      if (connection.applications.length >= MAX_APPLICATIONS)
        throw new AppError('applicationLimit', { limit: MAX_APPLICATIONS });
      const issues = new IssueList();
      requireAddresses(issues, connection.addresses, 'booking');
      const label = validateLabel(issues, 'label', input.label);
      const clientId = validateClientId(issues, 'clientId', input.clientId, 'booking', otherCredentialsOf(connection));
      requireFreeClientId(issues, 'clientId', state, connection, { api: 'booking', clientId });
      const secret = validateSecret(issues, 'clientSecret', input.clientSecret);
      issues.throwIfAny();
      const added = await this.#credentials.make({ api: 'booking', label, bookingOption, clientId, secret }, 'person');
      return withConnection(state, connectionId, (it) => ({
        ...it,
        applications: [...it.applications, added],
        activeApplicationId: it.activeApplicationId ?? added.id,
      }));
    });
    return this.connection(connectionId);
  }

  /** Changes an application. A new client ID discards the token. Throws `invalidInput`, `notFound`, `sandboxConnection`. */
  async updateApplication(input: {
    credentialId: string;
    label?: string | undefined;
    bookingOption?: BookingOption | undefined;
    clientId?: string | undefined;
  }): Promise<Connection> {
    const { credentialId } = input;
    await this.#store.change((state) => {
      const { connection, credential } = findEditableCredential(state, credentialId);
      if (credential.api !== 'booking') throw new AppError('notFound', { what: 'This application' });
      const issues = new IssueList();
      const label = input.label === undefined ? credential.label : validateLabel(issues, 'label', input.label);
      const others = otherCredentialsOf(connection, credentialId);
      const clientId =
        input.clientId === undefined
          ? credential.clientId
          : validateClientId(issues, 'clientId', input.clientId, 'booking', others);
      if (clientId !== credential.clientId)
        requireFreeClientId(issues, 'clientId', state, connection, { api: 'booking', clientId });
      issues.throwIfAny();
      return withCredential(state, credentialId, (it) => {
        const edited = { ...it, label, clientId, bookingOption: input.bookingOption ?? it.bookingOption };
        return clientId === it.clientId ? edited : { ...this.#credentials.withNewIdentity(edited), spareSecrets: [] };
      });
    });
    return this.connectionOf(credentialId).connection;
  }

  /** Removes an application. Throws `notFound`, `sandboxConnection`. */
  async removeApplication({ credentialId }: { credentialId: string }): Promise<Connection> {
    let connectionId = '';
    await this.#store.change((state) => {
      const { connection, credential } = findEditableCredential(state, credentialId);
      if (credential.api !== 'booking') throw new AppError('notFound', { what: 'This application' });
      connectionId = connection.id;
      return withConnection(state, connection.id, (it) => withoutApplication(it, credentialId));
    });
    return this.connection(connectionId);
  }

  /** Stores a new secret and discards the token. Throws `invalidInput`, `notFound`, `sandboxConnection`. */
  async replaceSecret(input: { credentialId: string; clientSecret: string }): Promise<Connection> {
    await this.#store.change(async (state) => {
      const { credential } = findEditableCredential(state, input.credentialId);
      const issues = new IssueList();
      const secret = validateSecret(issues, 'clientSecret', input.clientSecret);
      issues.throwIfAny();
      const replaced = await this.#credentials.withSecret(credential, secret, 'person');
      return withCredential(state, credential.id, () => replaced);
    });
    return this.connectionOf(input.credentialId).connection;
  }

  /** Deletes the secret and the token issued for it. Throws `notFound`, `sandboxConnection`. */
  async deleteSecret({ credentialId }: { credentialId: string }): Promise<Connection> {
    await this.#store.change((state) => {
      findEditableCredential(state, credentialId);
      return withCredential(state, credentialId, (it) => this.#credentials.withoutSecret(it));
    });
    return this.connectionOf(credentialId).connection;
  }

  /** The client secret of a credential. Throws `secretMissing`, `secretUnreadable`, `notFound`. Deletes nothing. */
  async secretOf(credentialId: string): Promise<Secret> {
    const { credential } = findCredential(this.#store.state, credentialId);
    if (credential.secret === null) throw new AppError('secretMissing', { label: credential.label });
    const deps = { store: this.#store, secretCipher: this.#secretCipher, log: this.#deps.log };
    return readSecret(deps, credentialId, 'secret', credential.secret);
  }

  /** A credential's identity, to which a token belongs; changes with client ID, secret and token address. Throws `notFound`. */
  identityOf(credentialId: string): string {
    return findCredential(this.#store.state, credentialId).credential.identity;
  }

  /** The generation of the credential's last token; it never decreases. Throws `notFound`. */
  lastGenerationOf(credentialId: string): number {
    return findCredential(this.#store.state, credentialId).credential.lastGeneration;
  }

  /** Stores a token; with `identity`, only while the credential has that identity. Throws `storageFailed`, `notFound`. */
  storeToken(credentialId: string, token: StoredToken, identity?: string): Promise<void> {
    return this.#tokens.save(credentialId, token, identity);
  }

  /** The stored token, expired or not, or null. Throws `secretUnreadable`, `notFound`. */
  storedToken(credentialId: string): Promise<StoredToken | null> {
    return this.#tokens.read(credentialId);
  }

  /** Discards the stored token. Throws `storageFailed`, `notFound`. */
  discardToken(credentialId: string): Promise<void> {
    return this.#tokens.discard(credentialId);
  }

  /** How the token is stored, or `nowhere`. Throws `notFound`. */
  tokenStorage(credentialId: string): Kept | 'nowhere' {
    return this.#tokens.storageOf(credentialId);
  }

  /** Creates the sandbox connection, or updates it to the sandbox's address and credentials. */
  async ensureSandbox(access: SandboxAccess): Promise<Connection> {
    const now = this.#deps.clock.now();
    await this.#store.change((state) => withSandbox(state, access, now, this.#credentials));
    return this.connection(SANDBOX_ID);
  }

  /** Moves every secret to disk or to memory, by the person's choice and the machine's current protection. Throws `storageFailed`. */
  async applyProtection(): Promise<void> {
    await this.#store.change(async (state) => {
      const settled = new Map<HeldSecret, HeldSecret>();
      for (const connection of state.connections)
        for (const held of secretsOf(connection))
          settled.set(held, await this.#secretCipher.relocate(held, ownerOf(connection)));
      const move = (held: HeldSecret | null) => held && (settled.get(held) ?? held);
      return {
        ...state,
        connections: state.connections.map((connection) =>
          withCredentials(connection, (it) => ({
            ...it,
            secret: move(it.secret),
            token: move(it.token),
            spareSecrets: it.spareSecrets.map((spare) => settled.get(spare) ?? spare),
          })),
        ),
      };
    });
  }
}

/**
 * The connections that windows show. A removed connection is hidden until its deletion is done; until then none of its data changes, so that the
 * removal can be undone.
 */
import { AppError } from '../../shared/app-error.ts';
import type {
  Connection,
  ConnectionChanges,
  ConnectionsSnapshot,
  NewConnection,
} from '../../shared/model/connection.ts';
import { isHostAllowed } from '../../shared/model/policy.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Deletions } from '../store/deletions.ts';
import type { RemovalList } from '../store/removal-list.ts';
import { clientIdKeysOf, connectionWith, takenIssue } from './client-ids.ts';
import type { Vault } from './vault.ts';

/** The changes that may use a name or client ID which a connection with a pending deletion still has. */
type Change = 'create' | 'update' | 'setOpenApi' | 'addApplication' | 'updateApplication';

export interface ShownConnectionsDeps {
  readonly vault: Pick<Vault, 'snapshot' | 'changed' | 'remove' | 'select' | Change>;
  /** The list of removed connections; a connection is added to it before the vault deletes it. */
  readonly list: Pick<RemovalList, 'add'>;
  readonly deletions: Pick<Deletions, 'register' | 'begin' | 'finish'>;
  /** The hosts that the administrator allows; undefined for all. */
  readonly allowedHosts?: () => Promise<readonly string[] | undefined>;
}

export class ShownConnections {
  readonly #deps: ShownConnectionsDeps;
  readonly #changed = new Emitter<ConnectionsSnapshot>();
  readonly #hidden = new Set<string>();
  /** The connections that were deleted since the start, in their last state. */
  readonly #deleted = new Map<string, Connection>();
  /** The number of times that a connection was hidden or shown, for the revision. */
  #changes = 0;

  constructor(deps: ShownConnectionsDeps) {
    this.#deps = deps;
    deps.vault.changed.subscribe(() => this.#changed.emit(this.snapshot()));
    deps.deletions.register('connections', {
      hide: ({ ids }) => this.#hide(ids),
      show: ({ ids }) => this.#show(ids),
      delete: ({ ids }) => this.#delete(ids),
      whyDone: ({ ids }) => this.#whyDeleted(ids[0] ?? ''),
    });
  }

  snapshot(): ConnectionsSnapshot {
    const { revision, connections, ...rest } = this.#deps.vault.snapshot();
    return {
      ...rest,
      revision: revision + this.#changes,
      connections: connections.filter(({ id }) => !this.#hidden.has(id)),
    };
  }

  get changed(): Subscribable<ConnectionsSnapshot> {
    return this.#changed;
  }

  /** Removes a connection, and returns the id of the pending deletion. Rejects with `notFound`, `sandboxConnection`, `storageFailed`. */
  async remove({ id }: { id: string }): Promise<string> {
    const { connections, currentId } = this.snapshot();
    const index = connections.findIndex((connection) => connection.id === id);
    if (index < 0) throw new AppError('notFound', { what: 'This connection' });
    if (connections[index]?.presetId === 'sandbox') throw new AppError('sandboxConnection', {});
    const neighbour = connections[index - 1] ?? connections[index + 1];
    if (id === currentId && neighbour) await this.#deps.vault.select({ id: neighbour.id });
    return this.#deps.deletions.begin({ kind: 'connections', connectionId: id, ids: [id] });
  }

  async create(input: NewConnection, keepsSecrets = true): Promise<Connection> {
    await this.#requireAllowed(input.addresses);
    return this.#afterRemovals((vault) => vault.create(input, keepsSecrets));
  }

  async update(changes: ConnectionChanges): Promise<Connection> {
    await this.#requireAllowed(changes.addresses ?? {});
    return this.#afterRemovals((vault) => vault.update(changes));
  }

  setOpenApi(input: Parameters<Vault['setOpenApi']>[0]): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.setOpenApi(input));
  }

  addApplication(input: Parameters<Vault['addApplication']>[0]): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.addApplication(input));
  }

  updateApplication(input: Parameters<Vault['updateApplication']>[0]): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.updateApplication(input));
  }

  /** Throws `invalidInput` for addresses whose hosts the administrator does not allow. */
  async #requireAllowed(addresses: Readonly<Record<string, string | null | undefined>>): Promise<void> {
    const allowed = await this.#deps.allowedHosts?.();
    if (allowed === undefined) return;
    const issues = Object.entries(addresses).flatMap(([key, address]) => {
      const host = URL.parse(address ?? '')?.hostname;
      if (host === undefined || isHostAllowed(host, allowed)) return [];
      const message = `Your administrator does not allow the host ${host}. Allowed: ${allowed.join(', ') || 'none'}.`;
      return [{ path: `addresses.${key}`, message }];
    });
    if (issues.length > 0) throw new AppError('invalidInput', { issues });
  }

  /** Completes the removals before a change, because a hidden connection may have the name or the client ID. */
  async #afterRemovals<Result>(change: (vault: Pick<Vault, Change>) => Promise<Result>): Promise<Result> {
    await this.#deps.deletions.finish(({ kind }) => kind === 'connections');
    return change(this.#deps.vault);
  }

  #hide(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.add(id);
    this.#publish();
  }

  #show(ids: readonly string[]): void {
    for (const id of ids) this.#hidden.delete(id);
    this.#publish();
  }

  async #delete(ids: readonly string[]): Promise<void> {
    const { vault, list } = this.#deps;
    for (const id of ids) {
      const connection = vault.snapshot().connections.find((known) => known.id === id);
      if (!connection) continue;
      list.add(id);
      await vault.remove({ id });
      this.#deleted.set(id, connection);
    }
    this.#show(ids);
  }

  #whyDeleted(id: string): AppError | null {
    const deleted = this.#deleted.get(id);
    const { connections } = this.#deps.vault.snapshot();
    const successor = deleted && connectionWith(connections, clientIdKeysOf(deleted), id);
    if (!successor) return null;
    const sentence = `${quotedName(deleted.name)} stays removed, because its Client ID has another connection now`;
    return new AppError('invalidInput', { issues: [takenIssue('id', sentence, successor)] });
  }

  #publish(): void {
    this.#changes += 1;
    this.#changed.emit(this.snapshot());
  }
}

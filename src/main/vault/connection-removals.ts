/**
 * Removes connections so that a person can undo it: a removed connection is hidden from the windows at once, and deleted later. Until then
 * nothing of it changes: its encrypted secrets stay where they are, and so does what the console counted and recorded for it. A console that
 * is killed meanwhile has the connection at its next start.
 */
import { AppError } from '../../shared/errors.ts';
import type {
  Connection,
  ConnectionChanges,
  ConnectionsSnapshot,
  NewConnection,
} from '../../shared/model/connection.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { clientIdKeysOf, connectionWith, takenIssue } from './client-ids.ts';
import type { RemovalList } from './removal-list.ts';
import type { Vault } from './vault.ts';

/** The window offers the undo a little shorter. */
export const RESTORABLE_MS = 15_000;

/** Changes that may need the name or a client ID of a hidden connection. */
type Change = 'create' | 'update' | 'setOpenApi' | 'addApplication' | 'updateApplication';

export interface ConnectionRemovalsDeps {
  readonly vault: Pick<Vault, 'snapshot' | 'changed' | 'remove' | 'select' | Change>;
  /** Has a connection before the vault deletes it. */
  readonly list: Pick<RemovalList, 'add'>;
  readonly clock: Clock;
  readonly log: Log;
}

export class ConnectionRemovals {
  readonly #deps: ConnectionRemovalsDeps;
  readonly #changed = new Emitter<ConnectionsSnapshot>();
  readonly #hidden = new Set<string>();
  /** The hidden connections that are not being deleted yet; the functions stop their timers. */
  readonly #restorable = new Map<string, () => void>();
  /** The connections that were deleted since the start, as they were. */
  readonly #deleted = new Map<string, Connection>();
  #deleting: Promise<unknown> = Promise.resolve();
  /** How often a connection was hidden or shown, for the revision. */
  #changes = 0;

  constructor(deps: ConnectionRemovalsDeps) {
    this.#deps = deps;
    deps.vault.changed.subscribe(() => this.#changed.emit(this.snapshot()));
  }

  /** The connections that are not hidden. */
  snapshot(): ConnectionsSnapshot {
    const { revision, connections, currentId } = this.#deps.vault.snapshot();
    return {
      revision: revision + this.#changes,
      currentId,
      connections: connections.filter(({ id }) => !this.#hidden.has(id)),
    };
  }

  get changed(): Subscribable<ConnectionsSnapshot> {
    return this.#changed;
  }

  /** Throws `notFound`, `sandboxConnection`. */
  async remove({ id }: { id: string }): Promise<void> {
    const { connections, currentId } = this.snapshot();
    const index = connections.findIndex((connection) => connection.id === id);
    if (index < 0) throw new AppError('notFound', { what: 'This connection' });
    if (connections[index]?.presetId === 'sandbox') throw new AppError('sandboxConnection', {});
    const neighbour = connections[index - 1] ?? connections[index + 1];
    if (id === currentId && neighbour) await this.#deps.vault.select({ id: neighbour.id });
    this.#restorable.set(
      id,
      this.#deps.clock.after(RESTORABLE_MS, () => this.#delete(id)),
    );
    this.#hidden.add(id);
    this.#publish();
  }

  /** Throws `notFound` once the connection is deleted; `invalidInput` when another one got its client ID since. */
  async restore({ id }: { id: string }): Promise<void> {
    const stop = this.#restorable.get(id);
    if (!stop) throw this.#whyDeleted(id);
    stop();
    this.#restorable.delete(id);
    this.#show(id);
  }

  /** Like `Vault.create`. */
  create(input: NewConnection): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.create(input));
  }

  /** Like `Vault.update`. */
  update(changes: ConnectionChanges): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.update(changes));
  }

  /** Like `Vault.setOpenApi`. */
  setOpenApi(input: Parameters<Vault['setOpenApi']>[0]): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.setOpenApi(input));
  }

  /** Like `Vault.addApplication`. */
  addApplication(input: Parameters<Vault['addApplication']>[0]): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.addApplication(input));
  }

  /** Like `Vault.updateApplication`. */
  updateApplication(input: Parameters<Vault['updateApplication']>[0]): Promise<Connection> {
    return this.#afterRemovals((vault) => vault.updateApplication(input));
  }

  /** Deletes the hidden connections now. */
  async finish(): Promise<void> {
    for (const id of [...this.#restorable.keys()]) this.#delete(id);
    await this.#deleting;
  }

  /** Finishes the removals first: a hidden connection may have the name or the client ID. */
  async #afterRemovals<Result>(change: (vault: Pick<Vault, Change>) => Promise<Result>): Promise<Result> {
    await this.finish();
    return change(this.#deps.vault);
  }

  #whyDeleted(id: string): AppError {
    const deleted = this.#deleted.get(id);
    const { connections } = this.#deps.vault.snapshot();
    const successor = deleted && connectionWith(connections, clientIdKeysOf(deleted), id);
    if (!successor) return new AppError('notFound', { what: 'This connection' });
    const sentence = `${quotedName(deleted.name)} stays removed, because its Client ID has another connection now`;
    return new AppError('invalidInput', { issues: [takenIssue('id', sentence, successor)] });
  }

  #delete(id: string): void {
    const { vault, list, log } = this.#deps;
    const deleted = vault.snapshot().connections.find((connection) => connection.id === id);
    if (deleted) this.#deleted.set(id, deleted);
    this.#restorable.get(id)?.();
    this.#restorable.delete(id);
    this.#deleting = this.#deleting
      .then(() => list.add(id))
      .then(() => vault.remove({ id }))
      .catch((error: unknown) => log.error('a connection could not be removed', { error }))
      .then(() => this.#show(id));
  }

  #show(id: string): void {
    if (this.#hidden.delete(id)) this.#publish();
  }

  #publish(): void {
    this.#changes += 1;
    this.#changed.emit(this.snapshot());
  }
}

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
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import type { RemovalList } from './removal-list.ts';
import type { Vault } from './vault.ts';

/** The window offers the undo a little shorter. */
export const RESTORABLE_MS = 15_000;

export interface ConnectionRemovalsDeps {
  readonly vault: Pick<Vault, 'snapshot' | 'changed' | 'create' | 'update' | 'remove' | 'select'>;
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

  /** Throws `notFound` once the connection is deleted. */
  async restore({ id }: { id: string }): Promise<void> {
    const stop = this.#restorable.get(id);
    if (!stop) throw new AppError('notFound', { what: 'This connection' });
    stop();
    this.#restorable.delete(id);
    this.#show(id);
  }

  /** Like `Vault.create`. Finishes the removals first: a hidden connection may have the name. */
  async create(input: NewConnection): Promise<Connection> {
    await this.finish();
    return this.#deps.vault.create(input);
  }

  /** Like `Vault.update`. Finishes the removals first: a hidden connection may have the name. */
  async update(changes: ConnectionChanges): Promise<Connection> {
    await this.finish();
    return this.#deps.vault.update(changes);
  }

  /** Deletes the hidden connections now. */
  async finish(): Promise<void> {
    for (const id of [...this.#restorable.keys()]) this.#delete(id);
    await this.#deleting;
  }

  #delete(id: string): void {
    const { vault, list, log } = this.#deps;
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

/** Tracks which connections a person uses now, because only their tokens are renewed ahead of need. */
import { credentialsOf } from '../../shared/connection/account.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Subscribable } from '../platform/ports.ts';
import type { Vault } from '../vault/vault.ts';

/** How long after a person's last action a connection counts as in use. */
const ACTIVE_MS = 30 * 60_000;

export class Activity {
  readonly #now: () => number;
  readonly #usedAt = new Map<string, number>();
  readonly #becameActive = new Emitter<string>();

  /** Makes the tracker. `now` is a monotonic clock, in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Emits the id of a connection that a person uses again after it was idle. */
  get becameActive(): Subscribable<string> {
    return this.#becameActive;
  }

  /** Records an action of a person on a connection. Call for each action. */
  recordUse(connectionId: string): void {
    const idle = !this.isActive(connectionId);
    this.#usedAt.set(connectionId, this.#now());
    if (idle) this.#becameActive.emit(connectionId);
  }

  /** When a person last used the connection, on the monotonic clock; `null` if never since the start or since the machine slept. */
  lastUsedAt(connectionId: string): number | null {
    return this.#usedAt.get(connectionId) ?? null;
  }

  isActive(connectionId: string): boolean {
    const at = this.lastUsedAt(connectionId);
    return at !== null && this.#now() - at < ACTIVE_MS;
  }

  /** Forgets all use, because the person may have left. Call after the machine slept. */
  machineSlept(): void {
    this.#usedAt.clear();
  }
}

/** The id of the connection that the input of a call names directly or through a credential; `null` when the input names no existing one. */
export function connectionIn(input: unknown, vault: Pick<Vault, 'snapshot'>): string | null {
  const { connections } = vault.snapshot();
  if (typeof input !== 'object' || input === null) return null;
  if ('connectionId' in input) return connections.find((it) => it.id === input.connectionId)?.id ?? null;
  if (!('credentialId' in input)) return null;
  const { credentialId } = input;
  return connections.find((it) => credentialsOf(it).some(({ id }) => id === credentialId))?.id ?? null;
}

/** Merges connections that share a client ID, and records what each merge leaves to do: data to move, a notice to show, secrets to try. */
import type { Log, Random } from '../platform/ports.ts';
import { withMergedConnections } from './merge-connections.ts';
import type { ConnectionMerge } from './vault-file.ts';
import { findCredential, withCredential } from './vault-state.ts';
import type { VaultStore } from './vault-store.ts';

export interface ConnectionMergesDeps {
  readonly store: VaultStore;
  readonly random: Random;
  readonly log: Log;
}

export class ConnectionMerges {
  readonly #deps: ConnectionMergesDeps;

  constructor(deps: ConnectionMergesDeps) {
    this.#deps = deps;
  }

  /** Merges the connections that share a client ID, which earlier versions allowed. A failed write is only logged; nothing is merged then. */
  async mergeAll(): Promise<void> {
    const { store, random, log } = this.#deps;
    try {
      await store.change((state) => withMergedConnections(state, () => random.id()));
    } catch (error) {
      log.error('connections with one client ID could not be merged', { error: String(error) });
    }
  }

  /** The merges whose data still has to be moved to the other connection, oldest first. */
  get unstored(): readonly ConnectionMerge[] {
    return this.#deps.store.state.merges.filter(({ isStored }) => !isStored);
  }

  /** Records that all data of the merged connection `fromId` was moved, or that a person has seen the notice. Drops the merge after both. */
  async note(fromId: string, done: Partial<Pick<ConnectionMerge, 'isStored' | 'isSeen'>>): Promise<void> {
    await this.#deps.store.change((state) => ({
      ...state,
      merges: state.merges
        .map((merge) => (merge.from.id === fromId ? { ...merge, ...done } : merge))
        .filter(({ isStored, isSeen }) => !(isStored && isSeen)),
    }));
  }

  /** Whether the credential has spare secrets from a merge. Throws `notFound`. */
  hasSpareSecret(credentialId: string): boolean {
    return findCredential(this.#deps.store.state, credentialId).credential.spareSecrets.length > 0;
  }

  /**
   * Records whether the service accepted the secret of a credential with this identity. After an acceptance the spare secrets are dropped; after a
   * rejection the first spare replaces the secret, with a new identity.
   */
  async judgeSecret(credentialId: string, identity: string, isAccepted: boolean): Promise<void> {
    const { store, random, log } = this.#deps;
    try {
      await store.change((state) => {
        const { credential } = findCredential(state, credentialId);
        const [secret, ...spareSecrets] = credential.spareSecrets;
        if (!secret || credential.identity !== identity) return state;
        const settled = isAccepted
          ? { ...credential, spareSecrets: [] }
          : { ...credential, identity: random.id(), token: null, secret, spareSecrets };
        return withCredential(state, credentialId, () => settled);
      });
    } catch (error) {
      log.warn('the spare secret of a credential could not be settled', { error: String(error) });
    }
  }
}

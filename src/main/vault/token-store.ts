/** Stores access tokens with their credentials, across restarts, encrypted where the machine can protect them. */
import type { Kept } from '../../shared/model/kept.ts';
import type { Log } from '../platform/ports.ts';
import { readSecret } from './read-secret.ts';
import { ownerOf, type SecretCipher } from './secret-cipher.ts';
import { readToken, type StoredToken, writeToken } from './stored-token.ts';
import { findCredential, keptOf, withCredential } from './vault-state.ts';
import type { VaultStore } from './vault-store.ts';

export interface TokenStoreDeps {
  readonly store: VaultStore;
  readonly secretCipher: SecretCipher;
  readonly log: Log;
}

export class TokenStore {
  readonly #deps: TokenStoreDeps;

  constructor(deps: TokenStoreDeps) {
    this.#deps = deps;
  }

  /** Stores a token, unless the credential's identity is no longer `identity`. Throws `storageFailed`, `notFound`. */
  async save(credentialId: string, token: StoredToken, identity?: string): Promise<void> {
    const { store, secretCipher } = this.#deps;
    await store.change(async (state) => {
      const { connection, credential } = findCredential(state, credentialId);
      if (identity !== undefined && identity !== credential.identity) return state;
      const held = await secretCipher.encrypt(writeToken(token), ownerOf(connection));
      return withCredential(state, credentialId, (found) => ({
        ...found,
        token: held,
        lastGeneration: Math.max(found.lastGeneration, token.generation),
      }));
    });
  }

  /** The stored token, expired or not, or null. Throws `secretUnreadable` when it cannot be decrypted. */
  async read(credentialId: string): Promise<StoredToken | null> {
    const { credential } = findCredential(this.#deps.store.state, credentialId);
    if (credential.token === null) return null;
    const token = readToken((await readSecret(this.#deps, credentialId, 'token', credential.token)).reveal());
    if (token === null) this.#deps.log.warn('a stored token has an unknown form and is not used', { credentialId });
    return token;
  }

  /** Discards the stored token. Throws `storageFailed`, `notFound`. */
  async discard(credentialId: string): Promise<void> {
    await this.#deps.store.change((state) => {
      const { credential } = findCredential(state, credentialId);
      return credential.token === null ? state : withCredential(state, credentialId, (it) => ({ ...it, token: null }));
    });
  }

  storageOf(credentialId: string): Kept | 'nowhere' {
    const { token } = findCredential(this.#deps.store.state, credentialId).credential;
    return token ? keptOf(token) : 'nowhere';
  }
}

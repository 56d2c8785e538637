/** Decrypts the secret or token of a credential, and encrypts it again when the key store asks for it. */
import { AppError } from '../../shared/app-error.ts';
import type { Log } from '../platform/ports.ts';
import type { Secret } from './secret.ts';
import { ownerOf, type SecretCipher } from './secret-cipher.ts';
import { findCredential, type HeldSecret, withCredential } from './vault-state.ts';
import type { VaultStore } from './vault-store.ts';

interface Deps {
  readonly store: VaultStore;
  readonly secretCipher: SecretCipher;
  readonly log: Log;
}

/** Decrypts the client secret or token of a credential. Throws `secretUnreadable` when decryption fails, and deletes nothing. */
export async function readSecret(
  deps: Deps,
  credentialId: string,
  slot: 'secret' | 'token',
  held: HeldSecret,
): Promise<Secret> {
  try {
    const { secret, stale } = await deps.secretCipher.decrypt(held);
    if (stale) await reencrypt(deps, credentialId, slot, held, secret);
    return secret;
  } catch (error) {
    const { credential } = findCredential(deps.store.state, credentialId);
    throw new AppError('secretUnreadable', { label: credential.label }, { cause: error });
  }
}

/** Overwrites stale ciphertext. A failure is only logged, because the stale ciphertext is still readable. */
async function reencrypt(
  deps: Deps,
  credentialId: string,
  slot: 'secret' | 'token',
  before: HeldSecret,
  secret: Secret,
) {
  try {
    await deps.store.change(async (state) => {
      const { connection, credential } = findCredential(state, credentialId);
      if (credential[slot] !== before) return state;
      const held = await deps.secretCipher.encrypt(secret.reveal(), ownerOf(connection));
      return held.storage === 'memory' ? state : withCredential(state, credentialId, (it) => ({ ...it, [slot]: held }));
    });
  } catch (error) {
    deps.log.warn('a stored secret could not be encrypted again', { credentialId, error: String(error) });
  }
}

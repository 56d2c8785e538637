/** Decides whether a secret may be stored on disk, and encrypts and decrypts it. */
import type { Protection } from '../../shared/model/app.ts';
import type { Cipher, Log } from '../platform/ports.ts';
import { Secret } from './secret.ts';
import type { HeldSecret, VaultConnection } from './vault-state.ts';

/** The owner of a secret. The sandbox's credentials open nothing but the embedded sandbox. */
export type Owner = 'person' | 'sandbox';

export const ownerOf = (connection: VaultConnection): Owner =>
  connection.presetId === 'sandbox' ? 'sandbox' : 'person';

export interface SecretCipherDeps {
  readonly cipher: Cipher;
  readonly log: Log;
  /** Whether the person allows secrets on disk without protection by the operating system. */
  readonly storeUnprotected: () => boolean;
}

export class SecretCipher {
  readonly #deps: SecretCipherDeps;

  constructor(deps: SecretCipherDeps) {
    this.#deps = deps;
  }

  /** How this machine protects secrets, and whether a person's secrets are stored on disk. */
  async protection(): Promise<Protection> {
    const found = await this.#deps.cipher.protection();
    return { ...found, stores: this.#mayStore(found.level, 'person') };
  }

  /** Encrypts `text` when it may be stored; otherwise, or when encryption fails, keeps it in memory. */
  async encrypt(text: string, owner: Owner): Promise<HeldSecret> {
    const { level } = await this.#deps.cipher.protection();
    const inMemory: HeldSecret = { storage: 'memory', plain: new Secret(text) };
    if (level === 'unavailable' || !this.#mayStore(level, owner)) return inMemory;
    try {
      const data = Buffer.from(await this.#deps.cipher.encrypt(text)).toString('base64');
      return { storage: 'encrypted', ciphertext: { data, protection: level } };
    } catch (error) {
      this.#deps.log.warn('encryption failed; a secret is held in memory only', { error: String(error) });
      return inMemory;
    }
  }

  /**
   * Decrypts a secret. `stale` asks the caller to encrypt it again: the key store asks for it, or the secret was written unprotected and
   * this machine can protect it now. Rejects when decryption fails.
   */
  async decrypt(held: HeldSecret): Promise<{ secret: Secret; stale: boolean }> {
    if (held.storage === 'memory') return { secret: held.plain, stale: false };
    const { text, stale } = await this.#deps.cipher.decrypt(Buffer.from(held.ciphertext.data, 'base64'));
    if (stale || held.ciphertext.protection === 'protected') return { secret: new Secret(text), stale };
    const { level } = await this.#deps.cipher.protection();
    return { secret: new Secret(text), stale: level === 'protected' };
  }

  /**
   * Moves a secret to disk if it may be stored there, else to memory. A secret on disk stays there while the key store does not decrypt it, or
   * does not encrypt it anew.
   */
  async relocate(held: HeldSecret, owner: Owner): Promise<HeldSecret> {
    const { level } = await this.#deps.cipher.protection();
    const stores = this.#mayStore(level, owner);
    if (held.storage === 'memory') return stores ? this.encrypt(held.plain.reveal(), owner) : held;
    if (held.ciphertext.protection === 'protected') return held;
    if (stores && level === 'unprotected') return held;
    try {
      const { secret } = await this.decrypt(held);
      const moved = await this.encrypt(secret.reveal(), owner);
      return stores && moved.storage === 'memory' ? held : moved;
    } catch (error) {
      this.#deps.log.warn('a stored secret cannot be decrypted now and was left as it is', { error: String(error) });
      return held;
    }
  }

  #mayStore(level: Protection['level'], owner: Owner): boolean {
    if (level === 'unavailable') return false;
    return level === 'protected' || owner === 'sandbox' || this.#deps.storeUnprotected();
  }
}

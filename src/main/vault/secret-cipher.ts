/** Decides whether a secret may be stored on disk, encrypts and decrypts it, and remembers the key store's last answer. */
import type { Protection } from '../../shared/model/app.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Cipher, Log, Subscribable } from '../platform/ports.ts';
import { openForSandbox, sealForSandbox } from './sandbox-seal.ts';
import { Secret } from './secret.ts';
import { type HeldSecret, isSealedForSandbox, type VaultConnection } from './vault-state.ts';

/** The owner of a secret: a person, or the sandbox, whose credentials open nothing but the sandbox itself. */
export type Owner = 'person' | 'sandbox';

export const ownerOf = (connection: VaultConnection): Owner =>
  connection.presetId === 'sandbox' ? 'sandbox' : 'person';

type KnownProtection = Omit<Protection, 'personal'>;
type Level = Pick<Protection, 'level' | 'detail'>;

const NOT_ASKED: Level = {
  level: 'unknown',
  detail: 'The key store of this machine is asked when something is to be stored.',
};
const CHECKING: Level = {
  level: 'checking',
  detail: 'The key store of this machine has not answered yet. It may be waiting for you to unlock it.',
};

export interface SecretCipherDeps {
  readonly cipher: Cipher;
  readonly log: Log;
  /** Whether the person allows secrets on disk without protection by the operating system. */
  readonly storeUnprotected: () => boolean;
}

export class SecretCipher {
  readonly #deps: SecretCipherDeps;
  readonly #changed = new Emitter<Level>();
  #known: Level = NOT_ASKED;

  constructor(deps: SecretCipherDeps) {
    this.#deps = deps;
  }

  /** How this machine protects secrets, as last reported, and whether a person's secrets are stored on disk. Asks no key store. */
  protection(): KnownProtection {
    return { ...this.#known, stores: this.#mayStore(this.#known.level) };
  }

  /** Emits when the key store's answer differs from its previous one. */
  get changed(): Subscribable<Level> {
    return this.#changed;
  }

  /** Asks the key store how it protects secrets, and resolves with the answer. The key store may first ask the person to unlock it. Never rejects. */
  async check(): Promise<KnownProtection> {
    this.#asking();
    this.#learn(await this.#deps.cipher.protection());
    return this.protection();
  }

  /** Encrypts `text` when it may be stored; otherwise, or when encryption fails, keeps it in memory. */
  async encrypt(text: string, owner: Owner): Promise<HeldSecret> {
    if (owner === 'sandbox')
      return { storage: 'encrypted', ciphertext: { data: sealForSandbox(text), protection: 'unprotected' } };
    const inMemory: HeldSecret = { storage: 'memory', plain: new Secret(text) };
    this.#asking();
    try {
      const { data, protection } = await this.#deps.cipher.encrypt(text);
      const { level } = protection;
      this.#learn(protection);
      if (level === 'unavailable' || !this.#mayStore(level)) return inMemory;
      return { storage: 'encrypted', ciphertext: { data: Buffer.from(data).toString('base64'), protection: level } };
    } catch (error) {
      this.#learn({ level: 'unavailable', detail: 'The key store of this machine does not encrypt now.' });
      this.#deps.log.warn('encryption failed; a secret is held in memory only', { error: String(error) });
      return inMemory;
    }
  }

  /** Decrypts a secret. `stale` asks the caller to encrypt it again, as the key store requires. Rejects when decryption fails. */
  async decrypt(held: HeldSecret): Promise<{ secret: Secret; stale: boolean }> {
    if (held.storage === 'memory') return { secret: held.plain, stale: false };
    const { data } = held.ciphertext;
    if (isSealedForSandbox(held.ciphertext)) {
      const text = openForSandbox(data);
      if (text === null) throw new Error('a secret of the sandbox was changed');
      return { secret: new Secret(text), stale: false };
    }
    const { text, stale } = await this.#deps.cipher.decrypt(Buffer.from(data, 'base64'));
    return { secret: new Secret(text), stale };
  }

  /**
   * Moves a secret to the disk if it may be stored there, else to memory. An unprotected secret stays on the disk while the key store cannot decrypt
   * it, or while it cannot protect it and the person allows that.
   */
  async relocate(held: HeldSecret, owner: Owner): Promise<HeldSecret> {
    if (held.storage === 'memory') return this.encrypt(held.plain.reveal(), owner);
    if (held.ciphertext.protection === 'protected' || isSealedForSandbox(held.ciphertext)) return held;
    try {
      const { secret } = await this.decrypt(held);
      const moved = await this.encrypt(secret.reveal(), owner);
      const isBetter = moved.storage === 'encrypted' && moved.ciphertext.protection === 'protected';
      return isBetter || !this.#deps.storeUnprotected() ? moved : held;
    } catch (error) {
      this.#deps.log.warn('a stored secret cannot be decrypted now and was left as it is', { error: String(error) });
      return held;
    }
  }

  #asking(): void {
    if (this.#known.level === 'unknown') this.#learn(CHECKING);
  }

  #learn(found: Level): void {
    if (found.level === this.#known.level && found.detail === this.#known.detail) return;
    this.#known = found;
    this.#changed.emit(found);
  }

  #mayStore(level: Protection['level']): boolean {
    return level === 'protected' || (level === 'unprotected' && this.#deps.storeUnprotected());
  }
}

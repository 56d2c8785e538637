/**
 * The key that encrypts guests and sent offers on disk. The operating system encrypts it, or it stays in memory until the app quits. The ids of keys
 * in memory are stored, so that a record of such a key is distinguished from a record whose key is lost.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { Kept } from '../../shared/model/kept.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Document, Log, Subscribable } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import { Sealer } from './sealer.ts';
import type { SecretCipher } from './secret-cipher.ts';
import { Ciphertext } from './vault-file.ts';
import { type HeldSecret, keptOf } from './vault-state.ts';

export interface DataKeyFile {
  readonly version: 1;
  readonly key: Ciphertext | null;
  /** The ids of keys that were in memory only, the latest last. */
  readonly memoryKeyIds?: readonly string[] | undefined;
}

const DataKeyFile = z.object({
  version: z.literal(1),
  key: Ciphertext.nullable(),
  memoryKeyIds: z.array(z.string()).optional(),
});
/** How many ids of keys in memory are kept: more than there are starts of the console between two uses of the records. */
const MAX_MEMORY_KEYS = 200;

/** The number of attempts to encrypt a new key, because a key store may fail once while it is being unlocked. */
const MAX_KEY_TRIES = 2;

export interface DataKeyDeps {
  readonly document: Document<DataKeyFile>;
  readonly cipher: SecretCipher;
  readonly log: Log;
}

export class DataKey {
  readonly #deps: DataKeyDeps;
  readonly #changed = new Emitter<void>();
  #held: HeldSecret | null = null;
  #sealer: Promise<Sealer> | null = null;
  readonly #moves = new Turns();

  constructor(deps: DataKeyDeps) {
    this.#deps = deps;
  }

  /** Returns how the key, and with it every record, is stored; `null` without a key. Asks no key store. */
  kept(): Kept | null {
    const stored = this.#held ? null : this.#stored();
    const held: HeldSecret | null = this.#held ?? (stored && { storage: 'encrypted', ciphertext: stored });
    return held && keptOf(held);
  }

  /** Emits when the way in which the key is stored has changed. */
  get changed(): Subscribable<void> {
    return this.#changed;
  }

  /**
   * Returns the sealer. The first call reads the key or makes one; a key in memory is written to the disk once that is allowed. Throws AppError
   * `storageFailed` while the key cannot be decrypted, or when a new key cannot be stored.
   */
  async sealer(): Promise<Sealer> {
    this.#sealer ??= this.#load().catch((error: unknown) => {
      // A key store may be unlocked later.
      this.#sealer = null;
      throw error;
    });
    const sealer = await this.#sealer;
    if (this.#held?.storage === 'memory')
      await this.#relocate(sealer).catch((error: unknown) =>
        this.#deps.log.warn('the key of personal data stays in memory', { error: String(error) }),
      );
    return sealer;
  }

  /** Moves the key to disk or to memory, by the person's choice and the machine's current protection. Throws `storageFailed`. */
  async applyProtection(): Promise<void> {
    if (this.#held === null && this.#stored() === null) return;
    await this.#relocate(await this.sealer());
  }

  /** Moves the key to disk or to memory, after the moves that began earlier, so that the person's last choice counts. */
  #relocate(sealer: Sealer): Promise<void> {
    return this.#moves.run(() => this.#move(sealer));
  }

  async #move({ keyId }: Sealer): Promise<void> {
    const held = this.#held;
    if (held === null) return;
    const moved = await this.#deps.cipher.relocate(held, 'person');
    if (moved === held || (moved.storage === 'memory' && held.storage === 'memory')) return;
    await this.#write(moved, keyId);
  }

  async #load(): Promise<Sealer> {
    const stored = this.#stored();
    const memoryKeyIds = this.#memoryKeyIds();
    if (stored === null) {
      const key = randomBytes(32);
      const sealer = new Sealer(key, memoryKeyIds);
      await this.#write(await this.#newKey(key.toString('base64')), sealer.keyId);
      return sealer;
    }
    const held: HeldSecret = { storage: 'encrypted', ciphertext: stored };
    const { secret, stale } = await this.#deps.cipher.decrypt(held).catch((error: unknown) => {
      const reason = 'the key store does not decrypt their key now';
      throw new AppError(
        'storageFailed',
        { what: 'Guests, notes and sent offers', reason, access: 'key' },
        { cause: error },
      );
    });
    this.#held = held;
    const sealer = new Sealer(Buffer.from(secret.reveal(), 'base64'), memoryKeyIds);
    if (stale) await this.#encryptAgain(secret.reveal(), sealer.keyId);
    return sealer;
  }

  /** Encrypts a new key. Throws `storageFailed` if a key that may be stored cannot be stored, because records would be lost with a key in memory. */
  async #newKey(key: string): Promise<HeldSecret> {
    const { cipher } = this.#deps;
    for (let tries = 1; ; tries += 1) {
      const held = await cipher.encrypt(key, 'person');
      if (held.storage === 'encrypted' || !(await cipher.check()).stores) return held;
      if (tries < MAX_KEY_TRIES) continue;
      const reason = 'the key store does not encrypt their key now';
      throw new AppError('storageFailed', { what: 'Guests, notes and sent offers', reason, access: 'key' });
    }
  }

  /** Encrypts the key again. After a failure the stored key stays, because losing it would lose every record. */
  async #encryptAgain(key: string, keyId: string): Promise<void> {
    const held = await this.#deps.cipher.encrypt(key, 'person');
    if (held.storage === 'memory') return;
    await this.#write(held, keyId).catch((error: unknown) =>
      this.#deps.log.warn('the key of personal data was not stored anew', { error: String(error) }),
    );
  }

  #stored(): Ciphertext | null {
    return DataKeyFile.safeParse(this.#deps.document.read()).data?.key ?? null;
  }

  #memoryKeyIds(): readonly string[] {
    return DataKeyFile.safeParse(this.#deps.document.read()).data?.memoryKeyIds ?? [];
  }

  async #write(held: HeldSecret, keyId: string): Promise<void> {
    const key = held.storage === 'encrypted' ? held.ciphertext : null;
    const others = this.#memoryKeyIds().filter((id) => id !== keyId);
    const memoryKeyIds = key === null ? [...others, keyId].slice(-MAX_MEMORY_KEYS) : others;
    const written = this.#deps.document.write({ version: 1, key, memoryKeyIds });
    if (key !== null || this.#stored() !== null) await written;
    else
      await written.catch((error: unknown) =>
        this.#deps.log.warn('the id of the key of personal data was not stored', { error: String(error) }),
      );
    this.#held = held;
    this.#changed.emit();
  }
}

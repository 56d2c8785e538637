/** Authenticated encryption of records with one key, in this process. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** The size of a nonce, 96 bits (NIST SP 800-38D, section 8.2); far fewer than 2³² records are sealed under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and decrypts records with one data key. `keyId` distinguishes keys and reveals nothing about them. */
export class Sealer {
  readonly keyId: string;
  /** The ids of keys that were in memory only and are gone. */
  readonly forgottenKeyIds: readonly string[];
  readonly #key: Buffer;

  constructor(key: Buffer, memoryKeyIds: readonly string[] = []) {
    this.#key = key;
    this.forgottenKeyIds = memoryKeyIds;
    this.keyId = createHash('sha256').update('latchkey data key\n').update(key).digest('base64url').slice(0, 16);
  }

  /** Seals a text. `id` is bound to the content, so a record does not open under the id of another one. */
  seal(id: string, text: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(id));
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]);
  }

  /** Opens a sealed text; `null` for content that was changed, or sealed with another key or id. */
  open(id: string, sealed: Uint8Array): string | null {
    const bytes = Buffer.from(sealed);
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}

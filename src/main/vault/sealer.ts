/** Authenticated encryption of records with one key, in this process. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D, section 8.2: a nonce of 96 bits; under one key far fewer than 2³² records are sealed. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and opens records with one key. `keyId` tells keys apart and says nothing about them. */
export class Sealer {
  readonly keyId: string;
  /** Keys that were in memory only and are gone. */
  readonly forgottenKeyIds: readonly string[];
  readonly #key: Buffer;

  constructor(key: Buffer, memoryKeyIds: readonly string[] = []) {
    this.#key = key;
    this.forgottenKeyIds = memoryKeyIds;
    this.keyId = createHash('sha256').update('latchkey data key\n').update(key).digest('base64url').slice(0, 16);
  }

  /** `id` is bound to the content: a record under the id of another one does not open. */
  seal(id: string, text: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(id));
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]);
  }

  /** `null` for content that was changed or sealed with another key or id. */
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

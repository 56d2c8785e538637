/** Hashes passphrases by Argon2id with a library, because Electron's BoringSSL lacks the function of Node's crypto. */
import { randomBytes } from 'node:crypto';

/** The parameters of Argon2id: 19 MiB and two passes, the minimum that OWASP recommends. A hash blocks main for tens of milliseconds. */
const ARGON2 = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32, outputType: 'encoded' } as const;
const SALT_BYTES = 16;

/** Makes hashes of passphrases and compares them. A hash contains its parameters and its salt. */
export interface Hasher {
  hash(passphrase: string): Promise<string>;
  matches(passphrase: string, hash: string): Promise<boolean>;
}

/** Normalises a passphrase, because keyboards may encode one character in several ways. */
const normal = (passphrase: string): string => passphrase.normalize('NFC');

export const argon2idHasher: Hasher = {
  async hash(passphrase) {
    const { argon2id } = await import('hash-wasm');
    return argon2id({ ...ARGON2, password: normal(passphrase), salt: randomBytes(SALT_BYTES) });
  },
  async matches(passphrase, hash) {
    const { argon2Verify } = await import('hash-wasm');
    return argon2Verify({ password: normal(passphrase), hash });
  },
};

/** Hashes passphrases by Argon2id, in a library: Electron's crypto is BoringSSL, where Node's own function is missing. */
import { randomBytes } from 'node:crypto';

/** 19 MiB and two passes, the least that OWASP recommends of Argon2id: tens of milliseconds, in which main does nothing else. */
const ARGON2 = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32, outputType: 'encoded' } as const;
const SALT_BYTES = 16;

/** Makes hashes of passphrases and compares them. A hash contains its parameters and its salt. */
export interface Hasher {
  hash(passphrase: string): Promise<string>;
  matches(passphrase: string, hash: string): Promise<boolean>;
}

/** One character may be typed in several ways, as other keyboards do. */
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

/**
 * Derives a key from a passphrase by Argon2id with a library, because Electron's BoringSSL lacks the function of Node's crypto. It blocks its thread
 * for a quarter of a second.
 */
import { Worker } from 'node:worker_threads';

/** The parameters of an invitation of version 1: 64 MiB, three passes (RFC 9106, second choice). */
const ARGON2 = { memorySize: 65_536, iterations: 3, parallelism: 1, hashLength: 32 };

export interface Derivation {
  readonly passphrase: string;
  readonly salt: Uint8Array;
}

/** Derives a key of 32 bytes from a passphrase and a salt. */
export type DeriveKey = (derivation: Derivation) => Promise<Uint8Array>;

/** Derives the key in the calling thread. */
export const deriveHere: DeriveKey = async ({ passphrase, salt }) => {
  // Loaded here, because alone nobody needs it.
  const { argon2id } = await import('hash-wasm');
  return argon2id({ ...ARGON2, password: passphrase, salt, outputType: 'binary' });
};

/** Makes a function that derives keys in a new thread. `script` is the built worker, or its source in tests. */
export const deriveInThread =
  (script: URL): DeriveKey =>
  (derivation) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, { name: 'passphrase', workerData: derivation });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the thread of the passphrase ended with ${code}`)));
    });

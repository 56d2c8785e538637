/**
 * Electron's `safeStorage`, asynchronous calls only: AES-256-GCM with a key file in the profile. Ciphertext has Chromium's tags of Linux: `v10`
 * without a keyring, because it is unprotected, and `v11` with one. As in Chromium, the first call asks the keyring, all calls wait for its
 * answer, and the answer holds for the run.
 *
 * LATCHKEY_HOST_KEYRING chooses the keyring: `none` (the default), `unlocked`, `locked` (the person dismissed its prompt: v10 is written and v11
 * is not read), or `refusing` (nothing is encrypted or decrypted). LATCHKEY_HOST_KEYRING_MS is how long its answer takes. A test may
 * change the keyring while the host runs, as a later Electron may find one; Electron 45 does not.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hub } from './hub.ts';
import { modelled } from './not-modelled.ts';
import { record } from './report.ts';

const KEYRINGS = ['none', 'unlocked', 'locked', 'refusing'] as const;
export type Keyring = (typeof KEYRINGS)[number];

/** Read at each call: a test may change it while the host runs. */
function keyring(): Keyring {
  const text = process.env.LATCHKEY_HOST_KEYRING ?? 'none';
  const known = KEYRINGS.find((one) => one === text);
  if (!known) throw new Error(`LATCHKEY_HOST_KEYRING is one of ${KEYRINGS.join(', ')}, not ${text}`);
  return known;
}

const answerAfterMs = Number(process.env.LATCHKEY_HOST_KEYRING_MS ?? 0);
let answered: Promise<void> | null = null;

/** Resolves when the keyring has answered; the first call asks it. */
function asked(): Promise<void> {
  if (!answered) record('safeStorage.asked');
  // Not unref'd: a prompt that is open does not let the application quit by itself either.
  answered ??= new Promise((resolve) => setTimeout(resolve, answerAfterMs));
  return answered;
}

const key = (): Buffer => {
  const file = join(hub.userData, 'host.key');
  try {
    return readFileSync(file);
  } catch {
    mkdirSync(hub.userData, { recursive: true });
    const made = randomBytes(32);
    writeFileSync(file, made, { mode: 0o600 });
    return made;
  }
};

const prefix = (): string => (keyring() === 'unlocked' ? 'v11' : 'v10');
const TAG_BYTES = 3;
const NONCE_END = TAG_BYTES + 12;
const AUTH_END = NONCE_END + 16;

/** The text of what another key or another program encrypted is a failure for good. */
function opened(data: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key(), data.subarray(TAG_BYTES, NONCE_END));
    decipher.setAuthTag(data.subarray(NONCE_END, AUTH_END));
    return Buffer.concat([decipher.update(data.subarray(AUTH_END)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export const safeStorage = modelled('safeStorage', {
  /** True after `ready`, whatever the keyring answered; never false later. */
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    if (!hub.ready) return false;
    await asked();
    return true;
  },
  async encryptStringAsync(text: string): Promise<Buffer> {
    if (!hub.ready) throw new Error('safeStorage cannot be used before app is ready');
    await asked();
    if (keyring() === 'refusing')
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    if (text === '') return Buffer.alloc(0);
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(prefix()), nonce, cipher.getAuthTag(), body]);
  },
  /** Rejects with one of two messages; nothing else tells a keyring that is locked for now from a failure for good. */
  async decryptStringAsync(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    if (!hub.ready) throw new Error('safeStorage cannot be used before app is ready');
    if (!Buffer.isBuffer(data)) throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    if (data.length === 0) return { result: '', shouldReEncrypt: false };
    await asked();
    const written = data.subarray(0, TAG_BYTES).toString('latin1');
    if (written === 'v11' && keyring() !== 'unlocked')
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    const result = keyring() !== 'refusing' && (written === 'v10' || written === 'v11') ? opened(data) : null;
    if (result === null)
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    return { result, shouldReEncrypt: written !== prefix() };
  },
  getSelectedStorageBackend(): ReturnType<Electron.SafeStorage['getSelectedStorageBackend']> {
    if (!hub.ready) return 'unknown';
    return keyring() === 'none' ? 'basic_text' : 'gnome_libsecret';
  },
});

/**
 * Electron's `safeStorage`, asynchronous calls only: AES-256-GCM with a key file in the profile. Ciphertext starts with `v10`, as on a
 * Linux without a keyring, because it is unprotected. LATCHKEY_HOST_KEYRING=1 writes `v11`, for tests of protected storage.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hub } from './hub.ts';
import { modelled } from './not-modelled.ts';

const prefix = (): string => (process.env.LATCHKEY_HOST_KEYRING === '1' ? 'v11' : 'v10');

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

const whenReady = (): void => {
  if (!hub.ready) throw new Error('safeStorage cannot be used before app is ready');
};

export const safeStorage = modelled('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    whenReady();
    return true;
  },
  async encryptStringAsync(text: string): Promise<Buffer> {
    whenReady();
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(prefix()), iv, cipher.getAuthTag(), body]);
  },
  async decryptStringAsync(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    whenReady();
    const bytes = Buffer.from(data);
    const written = bytes.subarray(0, 3).toString();
    if (written !== 'v10' && written !== 'v11') throw new Error('Error while decrypting the ciphertext provided.');
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(3, 15));
    decipher.setAuthTag(bytes.subarray(15, 31));
    const result = Buffer.concat([decipher.update(bytes.subarray(31)), decipher.final()]).toString('utf8');
    return { result, shouldReEncrypt: written !== prefix() };
  },
  getSelectedStorageBackend: () => (process.env.LATCHKEY_HOST_KEYRING === '1' ? 'gnome_libsecret' : 'basic_text'),
});

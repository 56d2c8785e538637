/** Encryption by the operating system: the Cipher port over Electron's asynchronous safeStorage. */
import type { Protection } from '../../../shared/model/app.ts';
import type { Cipher } from '../ports.ts';

/** The asynchronous part of Electron's `safeStorage`; the synchronous part is deprecated. */
export interface AsyncSafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
}

type SystemProtection = Omit<Protection, 'stores'>;

/** Chromium's key tags on Linux: v10 is a key built into the program, v11 comes from the keyring, v12 from the secret portal. */
const LINUX_KEYS: Record<string, SystemProtection> = {
  v10: {
    level: 'unprotected',
    detail: 'No keyring is unlocked here; only a fixed key is available, which protects nothing.',
  },
  v11: { level: 'protected', detail: 'Protected by the keyring of this desktop.' },
  v12: { level: 'protected', detail: 'Protected by the secret portal of this desktop.' },
};

const OS_KEYS: Record<string, string> = {
  darwin: 'Protected by the macOS Keychain.',
  win32: 'Protected by Windows for this user account (DPAPI).',
};

/** Makes the cipher; call after `ready`. On Linux it encrypts a probe, because availability there does not tell the level of protection. */
export function systemCipher(safeStorage: AsyncSafeStorage, platform: string): Cipher {
  let known: Promise<SystemProtection> | null = null;
  const probe = async (): Promise<SystemProtection> => {
    if (!(await safeStorage.isAsyncEncryptionAvailable()))
      return { level: 'unavailable', detail: 'This machine offers no encryption to programs.' };
    const osKey = OS_KEYS[platform];
    if (osKey !== undefined) return { level: 'protected', detail: osKey };
    const tag = (await safeStorage.encryptStringAsync('probe')).subarray(0, 3).toString('latin1');
    return LINUX_KEYS[tag] ?? { level: 'unprotected', detail: 'How this machine stores its key is unknown.' };
  };
  return {
    protection: async () => {
      known ??= probe().catch((error: unknown) => ({
        level: 'unavailable',
        detail: `Encryption could not be reached (${error instanceof Error ? error.name : 'unknown reason'}).`,
      }));
      const found = await known;
      // A key store may be unlocked later, so `unavailable` is probed again.
      if (found.level === 'unavailable') known = null;
      return found;
    },
    encrypt: async (text) => new Uint8Array(await safeStorage.encryptStringAsync(text)),
    decrypt: async (data) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(data));
      return { text: result, stale: shouldReEncrypt };
    },
  };
}

/** Encryption by the operating system: the Cipher port over Electron's asynchronous safeStorage. */
import type { Cipher, MachineProtection } from '../ports.ts';

/**
 * The asynchronous part of Electron's `safeStorage`; the synchronous part is deprecated. The first call of a run asks the person for access to
 * the keys, and all calls wait for the reply. Afterwards `isAsyncEncryptionAvailable` returns true whatever the reply was.
 */
export interface AsyncSafeStorage {
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(data: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
}

/** The protection by Chromium's key tag on Linux: v10 is a built-in key, v11 is from the keyring, v12 from the secret portal. */
const LINUX_KEYS: Record<string, MachineProtection> = {
  v10: {
    level: 'unprotected',
    detail: 'No keyring is unlocked here; only a fixed key is available, which protects nothing.',
  },
  v11: { level: 'protected', detail: 'Protected by the keyring of this desktop.' },
  v12: { level: 'protected', detail: 'Protected by the secret portal of this desktop.' },
};
const UNKNOWN_KEY: MachineProtection = { level: 'unprotected', detail: 'How this machine stores its key is unknown.' };

/** The protection on systems whose key store keeps every key, so that all that they encrypt is protected. */
const OS_KEYS: Record<string, MachineProtection> = {
  darwin: { level: 'protected', detail: 'Protected by the macOS Keychain.' },
  win32: { level: 'protected', detail: 'Protected by Windows for this user account (DPAPI).' },
};

/** Makes the cipher; call after `ready`. The cipher has no state: each ciphertext shows how it is protected. */
export function systemCipher(safeStorage: AsyncSafeStorage, platform: string): Cipher {
  const protectionOf = (data: Buffer): MachineProtection =>
    OS_KEYS[platform] ?? LINUX_KEYS[data.subarray(0, 3).toString('latin1')] ?? UNKNOWN_KEY;
  const encrypt: Cipher['encrypt'] = async (text) => {
    const data = await safeStorage.encryptStringAsync(text);
    return { data: new Uint8Array(data), protection: protectionOf(data) };
  };
  return {
    encrypt,
    protection: () =>
      encrypt('probe').then(
        ({ protection }) => protection,
        () => ({ level: 'unavailable', detail: 'The key store of this machine does not encrypt now.' }),
      ),
    decrypt: async (data) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(data));
      return { text: result, stale: shouldReEncrypt };
    },
  };
}

import { describe, expect, it } from 'vitest';
import { type AsyncSafeStorage, systemCipher } from '../../../../../src/main/platform/electron/cipher.ts';

const storage = (tag: string, changes: Partial<AsyncSafeStorage> = {}): AsyncSafeStorage => ({
  encryptStringAsync: async (text) => Buffer.from(tag + Buffer.from(text).toString('base64')),
  decryptStringAsync: async (data) => ({
    result: Buffer.from(data.toString().slice(tag.length), 'base64').toString(),
    shouldReEncrypt: false,
  }),
  ...changes,
});

describe('protection', () => {
  it.each([
    ['linux', 'v10', 'unprotected'],
    ['linux', 'v11', 'protected'],
    ['linux', 'v12', 'protected'],
    ['linux', '???', 'unprotected'],
    ['darwin', 'v10', 'protected'],
    ['win32', 'v10', 'protected'],
  ])('on %s with key tag %s is %s', async (platform, tag, level) => {
    expect(await systemCipher(storage(tag), platform).protection()).toMatchObject({ level });
  });

  it('is that of each ciphertext: a keyring that is unlocked later is seen', async () => {
    let tag = 'v10';
    const encryptStringAsync = async (text: string) => Buffer.from(tag + text);
    const cipher = systemCipher(storage('v10', { encryptStringAsync }), 'linux');
    expect((await cipher.encrypt('text')).protection).toMatchObject({ level: 'unprotected' });
    tag = 'v11';
    expect((await cipher.encrypt('text')).protection).toMatchObject({ level: 'protected' });
    expect(await cipher.protection()).toMatchObject({ level: 'protected' });
  });

  it.each(['linux', 'darwin', 'win32'])(
    'is unavailable on %s while the probe fails, and probed again',
    async (platform) => {
      let isRefusing = true;
      const refusing = storage('v11', {
        encryptStringAsync: async (text) => {
          if (isRefusing)
            throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
          return Buffer.from(`v11${text}`);
        },
      });
      const cipher = systemCipher(refusing, platform);
      expect(await cipher.protection()).toMatchObject({ level: 'unavailable' });
      isRefusing = false;
      expect(await cipher.protection()).toMatchObject({ level: 'protected' });
    },
  );
});

describe('encrypt and decrypt', () => {
  it('make a round trip, and pass staleness on', async () => {
    const decryptStringAsync = async () => ({ result: 'text', shouldReEncrypt: true });
    const cipher = systemCipher(storage('v11'), 'linux');
    expect(await cipher.decrypt((await cipher.encrypt('ünïcode')).data)).toEqual({ text: 'ünïcode', stale: false });
    const rotated = systemCipher(storage('v11', { decryptStringAsync }), 'linux');
    expect(await rotated.decrypt(new Uint8Array(3))).toEqual({ text: 'text', stale: true });
  });
});

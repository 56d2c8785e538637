import { describe, expect, it } from 'vitest';
import { type AsyncSafeStorage, systemCipher } from '../../../../../src/main/platform/electron/cipher.ts';

const storage = (tag: string, changes: Partial<AsyncSafeStorage> = {}): AsyncSafeStorage => ({
  isAsyncEncryptionAvailable: async () => true,
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

  it('is unavailable without encryption, and probed again', async () => {
    let available = false;
    const cipher = systemCipher(storage('v11', { isAsyncEncryptionAvailable: async () => available }), 'linux');
    expect(await cipher.protection()).toMatchObject({ level: 'unavailable' });
    available = true;
    expect(await cipher.protection()).toMatchObject({ level: 'protected' });
  });

  it('is unavailable when the probe fails', async () => {
    const encryptStringAsync = () => Promise.reject(new Error('locked'));
    const cipher = systemCipher(storage('v11', { encryptStringAsync }), 'linux');
    expect(await cipher.protection()).toMatchObject({ level: 'unavailable' });
  });
});

describe('encrypt and decrypt', () => {
  it('make a round trip, and pass staleness on', async () => {
    const decryptStringAsync = async () => ({ result: 'text', shouldReEncrypt: true });
    const cipher = systemCipher(storage('v11'), 'linux');
    expect(await cipher.decrypt(await cipher.encrypt('ünïcode'))).toEqual({ text: 'ünïcode', stale: false });
    const rotated = systemCipher(storage('v11', { decryptStringAsync }), 'linux');
    expect(await rotated.decrypt(new Uint8Array(3))).toEqual({ text: 'text', stale: true });
  });
});

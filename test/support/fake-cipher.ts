/** A cipher for tests: its ciphertext never contains the plaintext; a test sets its level and its failures. */
import type { Cipher, MachineProtection } from '../../src/main/platform/ports.ts';

/** The first byte of a ciphertext tells its level, as the tags of Chromium do. */
const MARKS = { protected: 0xc1, unprotected: 0xc2, unavailable: 0 } as const;

export class FakeCipher implements Cipher {
  level: MachineProtection['level'];
  /** Makes every encryption reject. */
  failEncrypt = false;
  /** Makes every decryption reject, as a locked key store does. */
  failDecrypt = false;
  /** Makes every decryption report that the text needs a new encryption, as it does by itself when the level changed. */
  stale = false;
  encrypted = 0;
  decrypted = 0;

  constructor(level: MachineProtection['level'] = 'protected') {
    this.level = level;
  }

  async protection(): Promise<MachineProtection> {
    return { level: this.level, detail: `A cipher of tests that is ${this.level}.` };
  }

  async encrypt(text: string): Promise<{ data: Uint8Array; protection: MachineProtection }> {
    if (this.failEncrypt || this.level === 'unavailable') throw new Error('the fake cipher cannot encrypt now');
    this.encrypted += 1;
    const plain = new TextEncoder().encode(text);
    const sealed = new Uint8Array(plain.length + 2);
    sealed[0] = MARKS[this.level];
    sealed[1] = this.encrypted % 256;
    plain.forEach((byte, index) => {
      sealed[index + 2] = byte ^ keyByte(this.encrypted % 256, index);
    });
    return { data: sealed, protection: await FakeCipher.prototype.protection.call(this) };
  }

  async decrypt(data: Uint8Array): Promise<{ text: string; stale: boolean }> {
    if (this.failDecrypt || this.level === 'unavailable') throw new Error('the fake cipher cannot decrypt now');
    const salt = data[1];
    const isOurs = data[0] === MARKS.protected || data[0] === MARKS.unprotected;
    if (!isOurs || salt === undefined) throw new Error('this was not encrypted by the fake cipher');
    this.decrypted += 1;
    const plain = data.slice(2).map((byte, index) => byte ^ keyByte(salt, index));
    const stale = this.stale || data[0] !== MARKS[this.level];
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(plain), stale };
  }
}

/** Never 0, so that every byte changes. */
function keyByte(salt: number, index: number): number {
  return ((salt * 31 + index * 17) % 127) + 128;
}

/** The key of personal data with key stores that refuse: what is sealed while keys may be stored can be opened after a kill. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DataKey, type DataKeyFile } from '../../../../src/main/vault/data-key.ts';
import { SecretCipher } from '../../../../src/main/vault/secret-cipher.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

/** Refuses the next encryptions, as many as a test says. */
class RefusingCipher extends FakeCipher {
  refusals = 0;

  override async encrypt(text: string) {
    if (this.refusals > 0) {
      this.refusals -= 1;
      throw new Error('the key store is busy');
    }
    return super.encrypt(text);
  }
}

function openDataKey(level: FakeCipher['level'] = 'protected') {
  const document = new MemoryDocument<DataKeyFile>();
  const machine = new RefusingCipher(level);
  const log = new FakeLog();
  const choice = { storeUnprotected: true };
  const start = () => {
    const cipher = new SecretCipher({ cipher: machine, log, storeUnprotected: () => choice.storeUnprotected });
    return new DataKey({ document, cipher, log });
  };
  const seal = async (key: DataKey) => (await key.sealer()).seal('id', 'Ada');
  const opens = async (sealed: Uint8Array) => (await start().sealer()).open('id', sealed) === 'Ada';
  return { document, machine, log, choice, start, seal, opens };
}

it('a key store that refuses once and then works keeps the first key', async () => {
  const { machine, start, seal, opens } = openDataKey();
  machine.refusals = 1;
  expect(await opens(await seal(start()))).toBe(true);
});

it('seals nothing under a key that may be stored and could not be, and seals once the key store works', async () => {
  const { machine, document, start, seal, opens } = openDataKey();
  const key = start();
  machine.refusals = 10;
  await expect(key.sealer()).rejects.toMatchObject({ code: 'storageFailed' });
  expect(document.text).toBeNull();
  machine.refusals = 0;
  expect(await opens(await seal(key))).toBe(true);
});

it('a key on disk stays there when it cannot be encrypted anew, and is encrypted anew later', async () => {
  const { machine, document, start, seal, opens } = openDataKey('unprotected');
  const key = start();
  const sealed = await seal(key);
  machine.level = 'protected';
  machine.refusals = 1;
  await key.applyProtection();
  expect(document.read()?.key?.protection).toBe('unprotected');
  expect(await opens(sealed)).toBe(true);
  await key.applyProtection();
  expect(document.read()?.key?.protection).toBe('protected');
  expect(await opens(sealed)).toBe(true);
});

it('a key in memory goes to the disk as soon as it may be stored and the key store works', async () => {
  const { machine, choice, start, seal, opens } = openDataKey('unprotected');
  choice.storeUnprotected = false;
  const key = start();
  const sealed = await seal(key);
  expect(await opens(sealed)).toBe(false);
  machine.level = 'protected';
  machine.refusals = 1;
  await seal(key);
  await seal(key);
  expect(await opens(sealed)).toBe(true);
});

it('a person who no longer allows keys on an unprotected disk has the key in memory only', async () => {
  const { document, choice, start, seal, opens } = openDataKey('unprotected');
  const key = start();
  const sealed = await seal(key);
  choice.storeUnprotected = false;
  await key.applyProtection();
  expect(document.read()?.key).toBeNull();
  expect((await key.sealer()).open('id', sealed)).toBe('Ada');
  expect(await opens(sealed)).toBe(false);
});

it('tells how it is kept by its own ciphertext, before anything asks the key store', async () => {
  const { machine, start, seal } = openDataKey('unprotected');
  const key = start();
  expect(key.kept()).toBeNull();
  await seal(key);
  expect(key.kept()).toBe('unprotected');
  machine.level = 'protected';
  machine.refusals = 99;
  expect(start().kept()).toBe('unprotected');
  machine.refusals = 0;
  await key.applyProtection();
  expect([key.kept(), start().kept()]).toEqual(['encrypted', 'encrypted']);
});

it('what was sealed while keys may be stored opens after any refusals, changes of protection and kills', async () => {
  const steps = fc.constantFrom('seal', 'refuse', 'protect', 'unprotect', 'fullDisk', 'kill');
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 20 }), async (all) => {
      const { document, machine, start, seal, opens } = openDataKey();
      let key = start();
      const sealed: Uint8Array[] = [];
      for (const step of all) {
        document.failWrites = step === 'fullDisk';
        if (step === 'refuse') machine.refusals += 1;
        if (step === 'protect' || step === 'unprotect') {
          machine.level = `${step}ed`;
          await key.applyProtection().catch(() => {});
        }
        if (step === 'seal' || step === 'fullDisk')
          await seal(key).then(
            (one) => sealed.push(one),
            () => {},
          );
        if (step === 'kill') key = start();
      }
      document.failWrites = false;
      machine.refusals = 0;
      for (const one of sealed) expect(await opens(one)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('seals each record with a nonce of its own, so that equal records and keys do not show', async () => {
  const { start } = openDataKey();
  const sealer = await start().sealer();
  const sealed = Array.from({ length: 500 }, () => Buffer.from(sealer.seal('id', 'Ada')).toString('hex'));
  expect(new Set(sealed.map((text) => text.slice(0, 24))).size).toBe(500);
  expect(new Set(sealed.map((text) => text.slice(24))).size).toBe(500);
});

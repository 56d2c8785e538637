import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOwnIssuer } from '../../src/main/platform/certificate.ts';
import { sealForSandbox } from '../../src/main/vault/sandbox-seal.ts';
import { signingCertificate } from '../support/signing-certificate.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { openTestConsole, outputOf } from '../support/test-console.ts';

let folder: string;

beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

const startAndClose = async () => {
  const opened = await openTestConsole({ folder });
  const { origin, fingerprint } = await outputOf(opened.latchkey.sandbox.state(null));
  await opened.close();
  return { origin, fingerprint };
};

it('keeps the address and the certificate of the sandbox although the console was closed at once', async () => {
  const first = await startAndClose();
  expect(first.origin).toMatch(/^https:/);
  expect(await startAndClose()).toEqual(first);
});

it('replaces a stored certificate that is not its own issuer, and keeps the address', async () => {
  const file = join(folder, 'store', 'sandbox-doorway.json');
  const stored = (): { cert: string; sealedKey: string } => JSON.parse(readFileSync(file, 'utf8'));
  const { origin } = await startAndClose();
  const { key, cert } = await signingCertificate();
  const sealedKey = sealForSandbox(key);
  writeFileSync(file, JSON.stringify({ ...stored(), cert, sealedKey }));
  expect(isOwnIssuer(stored().cert)).toBe(false);

  const after = await startAndClose();
  expect(after.origin).toBe(origin);
  expect(after.fingerprint).not.toBe(new X509Certificate(cert).fingerprint256);
  expect(isOwnIssuer(stored().cert)).toBe(true);
  expect(stored().sealedKey).not.toBe(sealedKey);
  expect(await startAndClose()).toEqual(after);
});

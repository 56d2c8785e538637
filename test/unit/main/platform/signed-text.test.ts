/** The list of versions as the release signs it, and as the app reads it. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKeys, publicKeyOf, signList } from '../../../../scripts/lib/signed-list.mjs';
import { readSigned, signedPart } from '../../../../src/main/platform/signed-text.ts';

const LIST = 'version: 1.1.0\nfiles:\n  - url: Latchkey.exe\n    sha512: abc\n';
const { privateKey, publicKey } = makeKeys();
const signed = signList(LIST, privateKey);
const refused = 'is not signed by the publisher';

describe('a signed list of versions', () => {
  it('is read as it was signed', () => {
    expect(publicKeyOf(privateKey)).toBe(publicKey);
    expect(signedPart(signed, publicKey)).toBe(LIST);
    expect(signList(signed, privateKey)).toBe(signed);
  });

  it('may tell a part of the computers first, and later all', () => {
    const staged = signList(signed, privateKey, 10);
    expect(signedPart(staged, publicKey)).toBe(`${LIST}stagingPercentage: 10\n`);
    expect(signList(staged, privateKey)).toBe(signed);
  });

  it.each<[name: string, text: string]>([
    ['no signature', LIST],
    ['nothing', ''],
    ['a page of a captive portal', '<html><body>Log in</body></html>\n'],
    ['a changed version', signed.replace('1.1.0', '9.1.0')],
    ['an added line', signed.replace('files:', 'path: evil.exe\nfiles:')],
    ['an added line after the signature', `${signed}path: evil.exe\n`],
    ['a second signature', `${signed}${signed.split('\n').at(-2)}\n`],
    ['other line ends', signed.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${signed}`],
    ['the signature of another key', signList(LIST, makeKeys().privateKey)],
    ['an empty signature', `${LIST}# Ed25519 \n`],
    ['a signature of nothing', signList('', privateKey).replace(/^\n/, LIST)],
  ])('is refused with %s', (_name, text) => {
    expect(() => signedPart(text, publicKey)).toThrow(refused);
  });

  it('is refused with no key, a damaged key, and keys of other kinds that signed it', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const byRsa = `${LIST}# Ed25519 ${sign(null, Buffer.from(LIST), rsa.privateKey).toString('base64').slice(0, 86)}==\n`;
    for (const [text, key] of [
      [signed, ''],
      [signed, publicKey.slice(4)],
      [byRsa, spki],
    ] as const)
      expect(() => signedPart(text, key)).toThrow(refused);
  });
});

describe('the answer of the server', () => {
  const url = new URL('https://updates.acme.com/latest.yml');
  const read = (answer: () => Promise<Response> | Response) => readSigned(async () => answer(), url, publicKey);

  it('is used with status 200 alone', async () => {
    await expect(read(() => new Response(signed))).resolves.toBe(LIST);
    for (const status of [204, 301, 404, 503])
      await expect(read(() => new Response(status === 204 ? null : signed, { status }))).rejects.toThrow(
        `updates.acme.com answered ${status}.`,
      );
  });

  it('is refused when it is too large, breaks off or does not come', async () => {
    await expect(read(() => new Response('x'.repeat(600_000)))).rejects.toThrow('too large');
    const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) });
    await expect(read(() => new Response(broken))).rejects.toThrow('broke off');
    await expect(read(() => Promise.reject(new TypeError('fetch failed')))).rejects.toThrow('could not be reached');
  });
});

/** The host's BoringSSL rules, each in a process of its own, because they replace functions of Node. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../src/main/platform/certificate.ts';
import { signingCertificate } from '../support/signing-certificate.ts';

const RULES = new URL('../host/boringssl.ts', import.meta.url).href;
const run = promisify(execFile);

/** What the module text prints, under the rules of BoringSSL. */
async function under(script: string, input: object = {}): Promise<unknown> {
  const args = ['--no-warnings', '--import', RULES, '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, INPUT: JSON.stringify(input) } });
  return JSON.parse(stdout);
}

/** Sends a request to a server that has the certificate, trusting nothing else. */
const REQUEST = `
  import { Agent, createServer, get } from 'node:https';
  const { key, cert, more } = JSON.parse(process.env.INPUT);
  const server = createServer({ key, cert }, (_request, answer) => answer.end('hello'));
  server.listen(0, '127.0.0.1', () => {
    const agent = new Agent({ ca: cert, ...more });
    const end = (result) => { console.log(JSON.stringify(result)); server.close(); server.closeAllConnections(); };
    get({ host: '127.0.0.1', port: server.address().port, agent }, (answer) => { answer.resume(); end(answer.statusCode); })
      .on('error', ({ code, message }) => end({ code, message }));
  });`;

describe('a certificate that is its own authority', () => {
  it('is refused when its key may not sign certificates', async () => {
    const certificate = await signingCertificate();
    expect(await under(REQUEST, certificate)).toEqual({
      code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      message: 'unable to get local issuer certificate',
    });
    expect(await under(REQUEST, { ...certificate, more: { allowPartialTrustChain: true } })).toBe(200);
  });

  it('is trusted as the sandbox makes it', async () => {
    const { key, cert } = await makeCertificate({ now: Date.now() });
    expect(await under(REQUEST, { key, cert })).toBe(200);
  });
});

const tried = (calls: readonly string[]) => `
  import * as crypto from 'node:crypto';
  import { createRequire } from 'node:module';
  const required = createRequire(import.meta.url)('node:crypto');
  const results = {};
  for (const call of ${JSON.stringify(calls)}) {
    for (const [kind, it] of [['imported', crypto], ['required', required]]) {
      let result = 'done';
      try { new Function('crypto', 'return ' + call)(it); } catch (error) { result = error.message; }
      results[call] = kind === 'required' && results[call] !== result ? 'differs when required' : result;
    }
  }
  console.log(JSON.stringify(results));`;

describe('an algorithm', () => {
  it('that BoringSSL lacks throws its name', async () => {
    const lacking = {
      "crypto.createHash('blake2b512')": 'digest blake2b512',
      "crypto.hash('sha3-256', '')": 'digest sha3-256',
      "crypto.createHmac('shake128', 'k')": 'digest shake128',
      "crypto.pbkdf2Sync('p', 's', 1, 8, 'sha512-224')": 'digest sha512-224',
      "crypto.createCipheriv('chacha20-poly1305', Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 })":
        'cipher chacha20-poly1305',
      "crypto.createCipheriv('aes-256-ccm', Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 })":
        'cipher aes-256-ccm',
      "crypto.generateKeyPairSync('ec', { namedCurve: 'secp256k1' })": 'curve secp256k1',
      "crypto.createECDH('brainpoolP256r1')": 'curve brainpoolP256r1',
      "crypto.generateKeyPairSync('ed448')": 'key of type ed448',
      'crypto.argon2Sync()': 'crypto.argon2Sync',
    };
    const messages = Object.entries(lacking).map(([call, what]) => [
      call,
      `BoringSSL, and so Electron, has no ${what}.`,
    ]);
    expect(await under(tried(Object.keys(lacking)))).toEqual(Object.fromEntries(messages));
  });

  it('that the app uses works', async () => {
    const used = [
      ...['sha1', 'sha256', 'SHA512', 'md5', 'RSA-SHA256'].map((name) => `crypto.createHash('${name}')`),
      "crypto.hash('sha256', '')",
      "crypto.createHmac('sha256', 'k')",
      "crypto.createCipheriv('aes-256-gcm', Buffer.alloc(32), Buffer.alloc(12))",
      "crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })",
      "crypto.generateKeyPairSync('ed25519')",
      "crypto.scryptSync('p', 's', 8)",
    ];
    expect(await under(tried(used))).toEqual(Object.fromEntries(used.map((call) => [call, 'done'])));
  });

  it('is missing in the lists as well, and in threads', async () => {
    const script = `
      import * as crypto from 'node:crypto';
      import { parentPort, Worker } from 'node:worker_threads';
      let thrown = null;
      try { crypto.createHash('sha3-256'); } catch (error) { thrown = error.name; }
      const lists = [crypto.getHashes(), crypto.getCiphers(), crypto.getCurves()];
      const lacking = ['sha3-256', 'chacha20-poly1305', 'secp256k1'].filter((name, at) => lists[at].includes(name));
      const has = ['sha256', 'aes-256-gcm', 'prime256v1'].filter((name, at) => lists[at].includes(name));
      const here = { thrown, lacking, has };
      if (parentPort) parentPort.postMessage(here);
      else {
        const { script } = JSON.parse(process.env.INPUT);
        const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(script)));
        worker.on('message', (there) => console.log(JSON.stringify({ here, there })));
      }`;
    const strict = { thrown: 'NotInBoringSsl', lacking: [], has: ['sha256', 'aes-256-gcm', 'prime256v1'] };
    expect(await under(script, { script })).toEqual({ here: strict, there: strict });
  });
});

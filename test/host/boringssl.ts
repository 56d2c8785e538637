/**
 * Makes Node's OpenSSL as strict as BoringSSL, which Electron has in its place: certificates that BoringSSL does not trust are refused, and
 * algorithms that it lacks throw their names. It replaces functions of node:crypto, node:tls and node:worker_threads, so import it before
 * the app. What it does not know of: TLS parameters, certificate chains of several, keys that are imported, and WebCrypto.
 */
import crypto, { X509Certificate } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import workerThreads from 'node:worker_threads';

/** Digests by name (crypto/digest/digest_extra.cc; Electron adds ripemd160). */
const DIGESTS = new Set(
  [
    'md4 md5 sha1 sha224 sha256 sha384 sha512 sha512-256 md5-sha1 ripemd160',
    'dsa-sha dsa-sha1 ecdsa-with-sha1 rsa-md5 rsa-sha1 rsa-sha224 rsa-sha256 rsa-sha384 rsa-sha512',
    'md5withrsaencryption sha1withrsaencryption sha224withrsaencryption sha256withrsaencryption',
    'sha384withrsaencryption sha512withrsaencryption dsawithsha dsawithsha1',
  ].flatMap((names) => names.split(' ')),
);
/** Ciphers by name (crypto/cipher/get_cipher.cc, and Electron's patch of it). ChaCha20 is an AEAD there, which node:crypto cannot reach. */
const CIPHERS = new Set([
  ...[128, 192, 256].flatMap((bits) => ['cbc', 'ctr', 'ecb', 'gcm', 'ofb'].map((mode) => `aes-${bits}-${mode}`)),
  ...'aes-128-cfb aes-256-cfb bf-cbc bf-cfb bf-ecb des-cbc des-ecb des-ede des-ede-cbc des-ede3'.split(' '),
  ...'des-ede3-cbc 3des rc2-cbc rc2-40-cbc rc4'.split(' '),
]);
/** Curves by name (crypto/fipsmodule/ec/ec.cc.inc). */
const CURVES = new Set('p-224 secp224r1 p-256 prime256v1 p-384 secp384r1 p-521 secp521r1'.split(' '));
/** Keys that can be generated (crypto/evp/evp_ctx.cc); Electron's Node has no ML-DSA and ML-KEM. */
const KEYS = new Set('rsa ec ed25519 x25519'.split(' '));
/** Functions of node:crypto for which BoringSSL has nothing. */
const ABSENT = [
  'argon2',
  'argon2Sync',
  'encapsulate',
  'decapsulate',
  'setEngine',
  'createDiffieHellmanGroup',
  'setFips',
];

/** Thrown when the app uses what BoringSSL lacks. */
class NotInBoringSsl extends Error {
  constructor(what: string) {
    super(`BoringSSL, and so Electron, has no ${what}.`);
    this.name = 'NotInBoringSsl';
  }
}

type Anything = (...args: unknown[]) => unknown;

/** Calls `check` with the arguments before each call. */
function guard(target: object, name: string, check: (args: readonly unknown[]) => void): void {
  const functions = target as Record<string, Anything>;
  const original = functions[name];
  if (!original) throw new Error(`node:crypto has no ${name}`);
  functions[name] = (...args) => {
    check(args);
    return original(...args);
  };
}

const known = (names: ReadonlySet<string>, kind: string, name: unknown): void => {
  if (typeof name === 'string' && !names.has(name.toLowerCase())) throw new NotInBoringSsl(`${kind} ${name}`);
};
const field = (options: unknown, name: string): unknown => (Object(options) as Record<string, unknown>)[name];

/** The place of the digest's name among the arguments. */
const DIGEST_ARGUMENT = {
  ...{
    createHash: 0,
    createHmac: 0,
    createSign: 0,
    createVerify: 0,
    hash: 0,
    hkdf: 0,
    hkdfSync: 0,
    sign: 0,
    verify: 0,
  },
  ...{ pbkdf2: 4, pbkdf2Sync: 4 },
};

function guardCrypto(): void {
  for (const [name, index] of Object.entries(DIGEST_ARGUMENT))
    guard(crypto, name, (args) => known(DIGESTS, 'digest', args[index]));
  for (const name of ['createCipheriv', 'createDecipheriv'])
    guard(crypto, name, ([cipher]) => known(CIPHERS, 'cipher', cipher));
  guard(crypto, 'createECDH', ([curve]) => known(CURVES, 'curve', curve));
  for (const name of ['generateKeyPair', 'generateKeyPairSync'])
    guard(crypto, name, ([type, options]) => {
      known(KEYS, 'key of type', type);
      known(CURVES, 'curve', field(options, 'namedCurve'));
    });
  for (const name of ABSENT)
    guard(crypto, name, () => {
      throw new NotInBoringSsl(`crypto.${name}`);
    });
  filterList('getHashes', DIGESTS);
  filterList('getCiphers', CIPHERS);
  filterList('getCurves', CURVES);
}

function filterList(name: 'getHashes' | 'getCiphers' | 'getCurves', names: ReadonlySet<string>): void {
  const original = crypto[name];
  Object.assign(crypto, { [name]: () => original().filter((one) => names.has(one.toLowerCase())) });
}

/**
 * A certificate that is its own `ca` is trusted only when it may issue certificates, or as the end of a partial chain (crypto/x509/v3_purp.cc,
 * X509_check_issued): the fault of a certificate that has a key usage without that of certificates.
 */
function guardTls(): void {
  const { connect } = tls;
  const guarded = (...args: unknown[]): unknown => {
    const at = args.findIndex((arg) => typeof arg === 'object' && arg !== null);
    const options = (args[at] ?? {}) as tls.ConnectionOptions;
    if (options.ca === undefined || options.allowPartialTrustChain) return (connect as Anything)(...args);
    const { checkServerIdentity = tls.checkServerIdentity } = options;
    const strict: tls.ConnectionOptions = {
      ...options,
      checkServerIdentity: (host, peer) => untrusted(peer.raw) ?? checkServerIdentity(host, peer),
    };
    return (connect as Anything)(...args.with(at, strict));
  };
  Object.assign(tls, { connect: guarded });
}

function untrusted(raw: Buffer): Error | undefined {
  const certificate = new X509Certificate(raw);
  if (certificate.subject !== certificate.issuer || certificate.checkIssued(certificate)) return undefined;
  const error = new Error('unable to get local issuer certificate');
  return Object.assign(error, { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' });
}

/** Threads of the app import this file as well. */
function guardThreads(): void {
  const { Worker } = workerThreads;
  // A thread takes no switches about the heap of the process.
  const inherited = process.execArgv.filter((flag) => !flag.includes('semi-space'));
  const execArgv = [...inherited, '--no-warnings', '--import', import.meta.url];
  class StrictWorker extends Worker {
    constructor(script: string | URL, options: workerThreads.WorkerOptions = {}) {
      super(script, { execArgv, ...options });
    }
  }
  Object.assign(workerThreads, { Worker: StrictWorker });
}

guardCrypto();
guardTls();
guardThreads();
syncBuiltinESMExports();

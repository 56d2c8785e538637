/** The certificate of the sandbox: made on this machine, for loopback only, and trusted by one connection only. */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { bitString, boolean, integer, octetString, oid, sequence, setOf, tagged, text, time } from './der.ts';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint256: string;
  /** Epoch milliseconds on the machine's clock. */
  readonly expiresAt: number;
}

const DAY_MS = 86_400_000;

/** Object identifiers of X.509 (RFC 5280) and of ECDSA (RFC 5758). */
const ECDSA_WITH_SHA256 = oid('1.2.840.10045.4.3.2');
const COMMON_NAME = oid('2.5.4.3');
const KEY_USAGE = oid('2.5.29.15');
const SUBJECT_ALT_NAME = oid('2.5.29.17');
const BASIC_CONSTRAINTS = oid('2.5.29.19');
const EXTENDED_KEY_USAGE = oid('2.5.29.37');
const SERVER_AUTH = oid('1.3.6.1.5.5.7.3.1');

/** The first bit of the key's uses: it signs, and no more. */
const DIGITAL_SIGNATURE = Buffer.from([0x80]);
const LOOPBACK = Buffer.from([127, 0, 0, 1]);

/**
 * Makes an elliptic-curve certificate for localhost and 127.0.0.1, which signs itself and no other; it is valid for `days` from `now`, the
 * machine's time. Written here, because the first start waits for it: a library takes 45 ms to load.
 */
export function makeCertificate({ now, days = 3_650 }: { now: number; days?: number }): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(setOf(sequence(COMMON_NAME, text('Latchkey sandbox'))));
  const signed = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + days * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      3,
      sequence(
        sequence(BASIC_CONSTRAINTS, boolean(true), octetString(sequence())),
        sequence(KEY_USAGE, boolean(true), octetString(bitString(DIGITAL_SIGNATURE, 7))),
        sequence(EXTENDED_KEY_USAGE, octetString(sequence(SERVER_AUTH))),
        sequence(SUBJECT_ALT_NAME, octetString(sequence(dnsName('localhost'), ipAddress(LOOPBACK)))),
      ),
    ),
  );
  const cert = pemOf(sequence(signed, algorithm, bitString(sign('sha256', signed, privateKey))));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert, ...readCertificate(cert) };
}

const dnsName = (host: string): Buffer => tagged(2, Buffer.from(host, 'latin1'), { isPrimitive: true });
const ipAddress = (address: Buffer): Buffer => tagged(7, address, { isPrimitive: true });

const pemOf = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** Fingerprint and expiry of a certificate in PEM. */
export function readCertificate(cert: string): Pick<Certificate, 'fingerprint256' | 'expiresAt'> {
  const { fingerprint256, validTo } = new X509Certificate(cert);
  return { fingerprint256, expiresAt: Date.parse(validTo) };
}

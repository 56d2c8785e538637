/** Certificates of servers that only this app trusts: of the sandbox, and of a team's server. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { DAY_MS } from '../../shared/time/units.ts';

export interface Certificate {
  /** The private key and the certificate, in PEM. */
  readonly key: string;
  readonly cert: string;
  /** The SHA-256 fingerprint of the certificate, as `AB:CD:…`. */
  readonly fingerprint256: string;
  /** The expiry, in epoch milliseconds on the machine's clock. */
  readonly expiresAt: number;
}

interface CertificateOptions {
  /** The present time on the machine's clock. */
  readonly now: number;
  readonly days?: number;
  readonly name?: string;
  /** The host names and IP addresses of the certificate. */
  readonly hosts?: readonly string[];
}

/**
 * Makes an elliptic-curve certificate for hosts, valid for `days` from `now`. It has no key usage, because BoringSSL rejects a certificate as its own
 * issuer when the key usage forbids signing.
 */
export async function makeCertificate({
  now,
  days = 3_650,
  name = 'Latchkey sandbox',
  hosts = ['localhost', '127.0.0.1'],
}: CertificateOptions): Promise<Certificate> {
  // Loaded here, because that takes 70 ms and only the first start needs it.
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + days * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { key, cert, ...readCertificate(cert) };
}

export function readCertificate(cert: string): Pick<Certificate, 'fingerprint256' | 'expiresAt'> {
  const { fingerprint256, validTo } = new X509Certificate(cert);
  return { fingerprint256, expiresAt: Date.parse(validTo) };
}

/** Whether a TLS client that trusts nothing but this certificate (PEM) accepts it. */
export function isOwnIssuer(cert: string): boolean {
  const read = new X509Certificate(cert);
  return read.checkIssued(read);
}

import { createPublicKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCertificate, readCertificate } from '../../../../src/main/platform/certificate.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 9, 0, 0);

describe('the certificate of the sandbox', () => {
  it('is for loopback, for a server, for no authority, and fits its key', async () => {
    const { key, cert, expiresAt, fingerprint256 } = await makeCertificate({ now: NOW });
    const read = new X509Certificate(cert);
    expect(read.subject).toBe('CN=Latchkey sandbox');
    expect(read.issuer).toBe(read.subject);
    expect(read.verify(read.publicKey)).toBe(true);
    expect([read.checkHost('localhost'), read.checkIP('127.0.0.1')]).toEqual(['localhost', '127.0.0.1']);
    expect([read.checkHost('example.com'), read.checkIP('127.0.0.2')]).toEqual([undefined, undefined]);
    expect(read.ca).toBe(false);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(createPublicKey(key).export({ type: 'spki', format: 'pem' })).toBe(
      read.publicKey.export({ type: 'spki', format: 'pem' }),
    );
    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect([Date.parse(read.validFrom), expiresAt]).toEqual([NOW - DAY_MS, NOW + 3_650 * DAY_MS]);
    expect(readCertificate(cert)).toEqual({ fingerprint256, expiresAt });
  });

  it('is accepted as its own issuer, which BoringSSL asks of a certificate that is trusted by itself', async () => {
    const { cert } = await makeCertificate({ now: NOW });
    const read = new X509Certificate(cert);
    expect(read.checkIssued(read)).toBe(true);
  });

  it('is another one each time, and is valid in any year', async () => {
    const [one, two] = await Promise.all([0, 0].map(() => makeCertificate({ now: NOW })));
    expect(one?.fingerprint256).not.toBe(two?.fingerprint256);
    for (const year of [2049, 2050, 2099]) {
      const now = Date.UTC(year, 5, 1);
      expect((await makeCertificate({ now, days: 30 })).expiresAt).toBe(now + 30 * DAY_MS);
    }
  });
});

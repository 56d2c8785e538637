import { createPublicKey, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCertificate, readCertificate } from '../../../../src/main/sandbox/certificate.ts';
import { integer, oid, sequence, time } from '../../../../src/main/sandbox/der.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 9, 0, 0);

describe('the certificate of the sandbox', () => {
  it('is for loopback, for a server, for no authority, and fits its key', () => {
    const { key, cert, expiresAt, fingerprint256 } = makeCertificate({ now: NOW });
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
    expect(cert.split('\n').every((line) => line.length <= 64)).toBe(true);
  });

  it('is another one each time, and is valid in any year', () => {
    const [one, two] = [0, 0].map(() => new X509Certificate(makeCertificate({ now: NOW }).cert));
    expect(one?.serialNumber).not.toBe(two?.serialNumber);
    for (const year of [2049, 2050, 2099]) {
      const now = Date.UTC(year, 5, 1);
      expect(makeCertificate({ now, days: 30 }).expiresAt).toBe(now + 30 * DAY_MS);
    }
  });
});

describe('DER', () => {
  it.each([
    ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
    ['2.5.29.17', '0603551d11'],
  ])('writes the identifier %s', (dotted, hex) => expect(oid(dotted).toString('hex')).toBe(hex));

  it('writes numbers without zeros in front and never as negative ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 20 }), (bytes) => {
        const [tag, length, ...content] = integer(Buffer.from(bytes));
        expect([tag, length]).toEqual([2, content.length]);
        const [first = 0, second = 0] = content;
        expect(first & 0x80).toBe(0);
        expect(content.length === 1 || first !== 0 || (second & 0x80) !== 0).toBe(true);
        expect(BigInt(`0x${Buffer.from(content).toString('hex')}`)).toBe(
          BigInt(`0x${Buffer.from(bytes).toString('hex')}`),
        );
      }),
    );
  });

  it.each([
    [0, '3000'],
    [127, '307f'],
    [128, '308180'],
    [255, '3081ff'],
    [256, '30820100'],
    [70_000, '3083011170'],
  ])('writes a length of %i', (length, head) => {
    const written = sequence(Buffer.alloc(length));
    expect(written.subarray(0, head.length / 2).toString('hex')).toBe(head);
    expect(written).toHaveLength(length + head.length / 2);
  });

  it('writes years up to 2049 with two digits', () => {
    expect(time(Date.UTC(2049, 11, 31, 23, 59, 59, 999)).toString('latin1')).toBe('\x17\x0d491231235959Z');
    expect(time(Date.UTC(2050, 0, 1)).toString('latin1')).toBe('\x18\x0f20500101000000Z');
  });
});

/**
 * A certificate as version 0.1.0 made them for the sandbox: its key may sign data and no certificates, so it is not its own issuer. OpenSSL
 * trusts it all the same; BoringSSL, which is Electron's, does not.
 */
import { generate } from 'selfsigned';

export async function signingCertificate(): Promise<{ readonly key: string; readonly cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Latchkey sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 3_650 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { key, cert };
}

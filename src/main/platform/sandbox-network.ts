/** The sandbox's own network: it reaches one origin and trusts one certificate, which no other network trusts. */
import { X509Certificate } from 'node:crypto';
import { Agent } from 'node:https';
import type { PeerCertificate } from 'node:tls';
import { sendOverHttps } from './node-https.ts';
import type { Fetch } from './ports.ts';

/**
 * Makes a Fetch for `origin` that accepts exactly `certificate` (PEM), compared byte for byte. Requests to other origins reject with a TypeError
 * before anything is sent. It uses Node's own client, because a library for it would be loaded at every start.
 */
export function sandboxNetwork(certificate: string, origin: string): Fetch {
  const pinned = new X509Certificate(certificate).raw;
  const agent = new Agent({
    ca: certificate,
    // BoringSSL otherwise looks for the issuer of the certificate, too.
    allowPartialTrustChain: true,
    keepAlive: true,
    rejectUnauthorized: true,
    checkServerIdentity: (_host: string, peer: PeerCertificate) =>
      peer.raw.equals(pinned) ? undefined : notTheSandbox(),
  });
  return async (request) => {
    if (new URL(request.url).origin !== origin) throw new TypeError('this network reaches the sandbox only');
    return sendOverHttps(request, agent);
  };
}

const notTheSandbox = (): Error =>
  Object.assign(new Error('the certificate is not that of the sandbox'), { code: 'CERT_UNTRUSTED' });

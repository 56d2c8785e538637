/** The sandbox's own network: it reaches one origin and trusts one certificate, which no other network trusts. */
import { X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import type { Fetch } from './ports.ts';

const NO_BODY = new Set([101, 103, 204, 205, 304]);

/**
 * Makes a Fetch for `origin` that accepts exactly `certificate` (PEM), compared byte for byte. Other origins are rejected with a
 * TypeError before anything is sent.
 */
export function sandboxNetwork(certificate: string, origin: string): Fetch {
  const pinned = new X509Certificate(certificate).raw;
  // A large library, which loads while the rest starts.
  const loading = import('undici').then(({ Agent, fetch }) => {
    const connect = {
      ca: certificate,
      checkServerIdentity: (_host: string, peer: PeerCertificate) =>
        peer.raw.equals(pinned) ? undefined : notTheSandbox(),
    };
    return { fetch, dispatcher: new Agent({ connect }) };
  });
  return async (request) => {
    if (new URL(request.url).origin !== origin) throw new TypeError('this network reaches the sandbox only');
    const { fetch, dispatcher } = await loading;
    const answer = await fetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body: request.body === null ? null : await request.arrayBuffer(),
      redirect: 'error',
      signal: request.signal,
      dispatcher,
    });
    // undici has a Response class of its own; callers expect the global one.
    return new Response(NO_BODY.has(answer.status) ? null : (answer.body as ReadableStream | null), {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    });
  };
}

const notTheSandbox = (): Error =>
  Object.assign(new Error('the certificate is not that of the sandbox'), { code: 'CERT_UNTRUSTED' });

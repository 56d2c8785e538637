/** The Fetch port over Node's own HTTPS client, and the sandbox's network, which reaches one origin and trusts one certificate. */
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, request as send } from 'node:https';
import { Readable } from 'node:stream';
import type { PeerCertificate } from 'node:tls';
import type { Fetch } from './ports.ts';

const NO_BODY = new Set([101, 103, 204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Sends `request` over `agent`. A redirect resolves as the answer, without its body. Rejects as the Fetch port does. */
export async function sendOverHttps(request: Request, agent: Agent): Promise<Response> {
  const answer = await answerTo(request, agent);
  const status = answer.statusCode ?? 0;
  const hasBody = !NO_BODY.has(status) && !REDIRECTS.has(status);
  if (REDIRECTS.has(status)) answer.destroy();
  else if (!hasBody) answer.resume();
  return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array>) : null, {
    status,
    statusText: answer.statusMessage ?? '',
    headers: pairs(answer.rawHeaders),
  });
}

/** Sends the request. Rejects as fetch does: with the signal's reason, or with a TypeError whose cause is the network error. */
async function answerTo(request: Request, agent: Agent): Promise<IncomingMessage> {
  const { url, method, headers, signal } = request;
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const sent = send(url, { agent, method, headers: { ...Object.fromEntries(headers), ...length }, signal }, resolve);
    sent.on('error', (cause) => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })));
    sent.end(body);
  });
}

const pairs = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);

/**
 * Makes a Fetch for `origin` that accepts exactly `certificate` (PEM). Requests to other origins reject with a TypeError before anything is sent.
 * Uses Node's own client, because a library would be loaded at every start.
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

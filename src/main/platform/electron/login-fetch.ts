/** Sends a request again after a proxy stopped it, over `net.request`, which can answer the proxy. Nothing of the first try left the proxy. */
import { Readable } from 'node:stream';
import { net, type Session } from 'electron';
import type { Challenge, ProxyLogin } from '../network-way.ts';

/** Statuses whose answer has no body (Fetch, null body status). */
const NULL_BODY = new Set([204, 205, 304]);

/**
 * Sends a request on a session and asks `answer` for the password of a proxy. Resolves with the service's answer, or with 407 without a password.
 * Chromium keeps a good password for the session's next requests.
 */
export function loginFetch(
  session: Session,
  url: string,
  { method = 'GET', headers = [], body = null, signal = null }: RequestInit,
  answer: (challenge: Challenge) => Promise<ProxyLogin | null>,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = net.request({
    ...{ session, url, method, headers: Object.fromEntries(headers as [string, string][]) },
    ...{ credentials: 'omit', redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer' },
  });
  request.on('login', (challenge, reply) => {
    answer(challenge).then(
      (login) => (login ? reply(login.name, login.password) : reply()),
      () => reply(),
    );
  });
  request.on('response', (message) => {
    try {
      resolve(responseOf(message, method));
    } catch (error) {
      reject(error);
    }
  });
  request.on('error', reject);
  const abort = (): void => {
    request.abort();
    reject(signal?.reason);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  request.end(body === null ? undefined : Buffer.from(body as ArrayBuffer));
  return promise;
}

function responseOf(message: Electron.IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, [value].flat().join(', '));
  const { statusCode: status, statusMessage: statusText } = message;
  const hasBody = method !== 'HEAD' && !NULL_BODY.has(status);
  // Electron's message is a stream of Node, which its typings do not say.
  const stream = message as unknown as Readable;
  if (!hasBody) stream.resume();
  return new Response(hasBody ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>) : null, {
    ...{ status, statusText, headers },
  });
}

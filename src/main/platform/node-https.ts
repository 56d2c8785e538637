/** Sends one HTTPS request with Node's own client, as the Fetch port does. */
import type { IncomingMessage } from 'node:http';
import { type Agent, request as send } from 'node:https';
import { Readable } from 'node:stream';

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

/**
 * Resolves with the response to the request. Rejects as fetch does: with the reason of the signal, or with a TypeError whose cause is the network
 * error.
 */
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

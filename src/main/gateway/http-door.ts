/** The loopback HTTP server for programs that can only speak HTTP. It is off until a person turns it on. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isAppError, serverOf } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Api } from '../../shared/model/primitives.ts';
import { describeForProgram } from '../../shared/text/program-error-text.ts';
import { redactText } from '../redact/redact.ts';
import { HELLO_MS, MAX_CONNECTIONS, objectOf } from './conversation.ts';
import { httpStatusOf } from './outcomes.ts';
import { WAIT_SECONDS } from './program-api.ts';
import type { Granted } from './programs.ts';

const HOSTS = ['127.0.0.1', '::1'];
const MAX_BODY = 16_384;

export interface HttpAnswerer {
  /** Returns the program of a key or bearer. Throws AppError `notGranted` unless it is valid. */
  check(key: string): Promise<Granted>;
  /** Returns the reason why the administrator stops all programs now, as a clause; `null` when programs may ask. */
  stopped(): Promise<string | null>;
  /** Reads a path of an API for a program. */
  read(request: HttpRead): Promise<HttpResult>;
  /** Exchanges a key for a bearer that is valid here only. Throws AppError `notGranted`. */
  bearer(id: string, key: string): Promise<{ readonly token: string; readonly expiresInS: number }>;
  /** Returns the data of an error. Logs an error that is no AppError. */
  errorOf(error: unknown): ErrorData;
}

/** The result of an HTTP request: a body, or an error. `retryAfterMs` is in real time; `null` when the error names no time. */
export type HttpResult =
  | { readonly status: number; readonly body: unknown }
  | { readonly error: ErrorData; readonly retryAfterMs: number | null };

export interface HttpRead {
  readonly program: Granted;
  readonly api: Api;
  /** The path with its query, beginning with a slash. */
  readonly path: string;
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

export interface HttpDoor {
  close(): void;
}

/** Begins to listen for HTTP on both loopback addresses. Rejects with an Error whose message is the reason; another port is never tried. */
export async function openHttpDoor(port: number, answerer: HttpAnswerer): Promise<HttpDoor> {
  const servers: Server[] = [];
  const sockets = new Set<Duplex>();
  const close = (): void => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  };
  try {
    for (const host of HOSTS) {
      const server = makeServer(port, answerer, sockets);
      servers.push(server);
      await listen(server, port, host);
    }
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}

function makeServer(port: number, answerer: HttpAnswerer, sockets: Set<Duplex>): Server {
  const options = { headersTimeout: HELLO_MS, requestTimeout: HELLO_MS };
  const server = createServer(options, (request, response) => void answer(request, response, port, answerer));
  server.maxConnections = MAX_CONNECTIONS;
  server.on('error', () => {});
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Neither is ever useful here: both turn the connection into something that no check and no timeout of the server sees.
  for (const event of ['upgrade', 'connect'] as const)
    server.on(event, (_request, socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', () => socket.destroy());
    });
  return server;
}

/** Begins to listen on one address. Resolves without listening where the machine has no IPv6. */
function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return resolve();
      const taken = `port ${port} is taken; if you do not know by what, revoke the keys of your programs and make new ones`;
      reject(new Error(code === 'EADDRINUSE' ? taken : message));
    });
    server.listen({ port, host, ipv6Only: host === '::1' }, resolve);
  });
}

/** The answer to a request that is rejected before its key is checked. */
interface Refusal {
  readonly status: number;
  readonly title: string;
}

/** Checks a request before its key is read; `null` if it passes. The first check rejects pages that use DNS rebinding, the second all other pages. */
function refusalOf({ method = '', url = '', headers, rawHeaders }: IncomingMessage, port: number): Refusal | null {
  const count = (name: string) => rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length;
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${host}:${port}`);
  if (count('host') !== 1 || !hosts.includes(headers.host ?? ''))
    return { status: 421, title: 'This is not a name of this server.' };
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, title: 'Pages of a browser may not ask.' };
  if (!url.startsWith('/') || count('authorization') > 1)
    return { status: 400, title: 'The request is not well-formed.' };
  if (method !== 'GET' && method !== 'POST') return { status: 405, title: 'Only GET is answered.' };
  return null;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  answerer: HttpAnswerer,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const refusal = refusalOf(request, port);
  if (refusal) return sendProblem(response, refusal.status, { title: refusal.title });
  try {
    const { api, path } = routeOf(request.url ?? '');
    if (request.method === 'POST') return await answerToken(request, response, path, answerer);
    const key = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const program = key === undefined ? null : await programOf(answerer, key);
    if (program === null) return sendUnauthorized(response);
    if (await sendStopped(response, answerer)) return;
    if (api === null) return sendProblem(response, 404, { title: 'Paths begin with /open or /booking.' });
    const read = await answerer.read({ program, api, path, maxWaitMs: waitOf(request), signal: gone.signal });
    if ('error' in read) sendError(response, read.error, read.retryAfterMs);
    else send(response, read.status, 'application/json', 'service', read.body);
  } catch (error) {
    sendError(response, answerer.errorOf(error), null);
  }
}

const APIS: Readonly<Record<string, Api>> = { open: 'openApi', booking: 'booking' };

/** Splits `/open/v1/listings?limit=1` into the API (`null` for another beginning) and the path below its address. */
function routeOf(url: string): { readonly api: Api | null; readonly path: string } {
  const [, name = '', path = ''] = /^\/([a-z]+)(\/.*)?$/s.exec(url) ?? [];
  return { api: (Object.hasOwn(APIS, name) && APIS[name]) || null, path: path === '' ? '/' : path };
}

/** The program of a key; `null` for a key that is not valid. */
async function programOf(answerer: HttpAnswerer, key: string): Promise<Granted | null> {
  try {
    return await answerer.check(key);
  } catch (error) {
    if (isAppError(error, 'notGranted')) return null;
    throw error;
  }
}

function waitOf({ headers }: IncomingMessage): number {
  const seconds = Number(headers['latchkey-max-wait'] ?? WAIT_SECONDS.usual);
  return (seconds >= 0 && seconds <= WAIT_SECONDS.most ? seconds : WAIT_SECONDS.usual) * 1_000;
}

/** Answers a token request of a client with a bearer for this server. Sends nothing to the service. */
async function answerToken(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  answerer: HttpAnswerer,
): Promise<void> {
  if (path !== '/oauth2/token') return sendProblem(response, 405, { title: 'Only GET is answered.' });
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim();
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded')
    return sendProblem(response, 415, { title: 'The body must be JSON or a form.' });
  const text = await bodyOf(request);
  const fields =
    text === null ? null : type === 'application/json' ? objectOf(text) : Object.fromEntries(new URLSearchParams(text));
  if (fields === null) return sendProblem(response, 400, { title: 'The body cannot be read.' });
  const { client_id: id, client_secret: key, scope } = fields;
  if (typeof id !== 'string' || typeof key !== 'string' || (await programOf(answerer, key)) === null)
    return sendUnauthorized(response);
  if (await sendStopped(response, answerer)) return;
  const { token, expiresInS } = await answerer.bearer(id, key);
  const scopes = typeof scope === 'string' ? { scope } : {};
  send(response, 200, 'application/json', 'console', {
    token_type: 'Bearer',
    expires_in: expiresInS,
    access_token: token,
    ...scopes,
  });
}

/** Reads the body; `null` when it is too long or incomplete. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let text = '';
  try {
    for await (const piece of request.setEncoding('utf8')) {
      text += piece;
      if (text.length > MAX_BODY) return null;
    }
  } catch {
    return null;
  }
  return text;
}

/** Sends the same answer for a missing, an unknown, an expired and a revoked key. */
function sendUnauthorized(response: ServerResponse): void {
  response.setHeader('www-authenticate', 'Bearer realm="latchkey"');
  sendProblem(response, 401, { title: 'The key is missing or not valid.' });
}

/** Sends a 503 while programs are stopped, whatever their key. Returns whether they are stopped. */
async function sendStopped(response: ServerResponse, answerer: HttpAnswerer): Promise<boolean> {
  const reason = await answerer.stopped();
  if (reason !== null) sendProblem(response, 503, { title: `Programs get no answers: ${reason}.` });
  return reason !== null;
}

function sendError(response: ServerResponse, error: ErrorData, retryAfterMs: number | null): void {
  const { sentence, action } = describeForProgram(error);
  if (retryAfterMs !== null) response.setHeader('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  const fields = { title: redactText(sentence), detail: redactText(action), error };
  sendProblem(response, httpStatusOf(error), fields, serverOf(error) ? 'service' : 'console');
}

/** Sends a problem (RFC 9457). `from` says whether the service or the app refused the request. */
function sendProblem(
  response: ServerResponse,
  status: number,
  fields: { readonly title: string } & Record<string, unknown>,
  from: 'console' | 'service' = 'console',
): void {
  // The rest of a request that was not read must not become the next one.
  response.shouldKeepAlive = false;
  send(response, status, 'application/problem+json', from, { status, ...fields });
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  from: 'console' | 'service',
  body: unknown,
): void {
  if (response.headersSent) return;
  const text = JSON.stringify(body);
  const headers = {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'latchkey-answer': from,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(status, headers).end(text);
}

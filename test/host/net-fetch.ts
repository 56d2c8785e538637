/**
 * `Session.fetch` as Electron makes it of its ClientRequest (lib/browser/api/net-fetch.ts, lib/common/api/net-client-request.ts), over Node's
 * own client in place of Chromium's: HTTP/1.1 only, without cookies, cache and proxy. What Electron leaves pending stays pending here.
 */
import { EventEmitter } from 'node:events';
import { Agent as HttpAgent, type IncomingMessage, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { chromiumError, netError } from './net-error.ts';
import { type Credentials, SessionProxy, type VerifyProc, watchCertificate } from './net-way.ts';
import { NotModelled } from './not-modelled.ts';
import type { RequestDecision, WebRequest } from './web-request.ts';

/** Chromium's limit for HTTP/1.1 connections of a session to one host. */
const MAX_CONNECTIONS = 6;
const NULL_BODY = new Set([101, 204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Of a header of this name Electron keeps the first line (net-client-request.ts). */
const FIRST_COUNTS = new Set(
  [
    'content-type content-length user-agent referer host authorization proxy-authorization if-modified-since',
    'if-unmodified-since from location max-forwards retry-after etag last-modified server age expires',
  ].flatMap((names) => names.split(' ')),
);
const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

type HeaderLines = [name: string, value: string][];

/** The head of a response as Chromium passes it on. `raw` are the lines as they arrived, whatever webRequest changed. */
interface ResponseHead {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: HeaderLines;
  readonly raw: HeaderLines;
}

/** Receives the events of one request. */
interface Events {
  response(head: ResponseHead, body: Readable): void;
  error(error: Error): void;
  /** Answers a proxy that asks for a password. */
  login?(challenge: Electron.AuthInfo): Promise<Credentials | null>;
}

export interface NetworkOptions {
  readonly webRequest: WebRequest;
  readonly hasCache: boolean;
  /** The proxy for an address as `host:port`, as the system or a PAC script would name it; null for none. */
  readonly proxyOf?: ((url: URL) => string | null) | undefined;
}

/** The connections of one session. */
export class SessionNetwork {
  readonly #webRequest: WebRequest;
  readonly #hasCache: boolean;
  readonly #running = new Set<(error: Error) => void>();
  readonly #proxy: SessionProxy;
  #agents = agents();
  #nextId = 1;
  #verify: VerifyProc = () => {};

  constructor({ webRequest, hasCache, proxyOf }: NetworkOptions) {
    this.#webRequest = webRequest;
    this.#hasCache = hasCache;
    this.#proxy = new SessionProxy(proxyOf);
  }

  /** The decision is always Chromium's, as the app wants it. */
  setCertificateVerifyProc(verify: VerifyProc | null): void {
    this.#verify = verify ?? (() => {});
  }

  /** Electron's `net.request` with this session. */
  request({
    url = '',
    method = 'GET',
    headers = {},
    redirect,
  }: Electron.ClientRequestConstructorOptions): EventEmitter {
    if (redirect !== 'error') throw new NotModelled(`net.request with redirect: '${redirect}'`);
    const client = new EventEmitter();
    let load: { abort(): void } | null = null;
    const end = (body?: Buffer): void => {
      const request = new Request(url, {
        method,
        headers: headers as HeadersInit,
        body: body ? new Uint8Array(body) : null,
        redirect,
      });
      load = this.#load(request, {
        response({ statusCode, statusMessage, headers: lines }, content) {
          const asElectron = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]));
          client.emit('response', Object.assign(content, { statusCode, statusMessage, headers: asElectron }));
        },
        error: (error) => void client.emit('error', error),
        login: (challenge) =>
          new Promise((resolve) => {
            const reply = (username?: string, password?: string): void =>
              resolve(username === undefined ? null : { username, password: password ?? '' });
            if (!client.emit('login', challenge, reply)) resolve(null);
          }),
      });
    };
    return Object.assign(client, { end, abort: () => load?.abort() });
  }

  /** Closes every connection; requests in flight fail. */
  closeAllConnections(): void {
    for (const fail of this.#running) fail(netError('ERR_ABORTED'));
    for (const agent of Object.values(this.#agents)) agent.destroy();
    this.#agents = agents();
  }

  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    let request: Request;
    try {
      request = new Request(input, init);
      this.#checkModelled(request);
    } catch (error) {
      reject(error);
      return promise;
    }
    const { signal } = request;
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    let isAborted = false;
    const load = this.#load(request, {
      // Without a `try`, as in Electron: what throws here is an uncaught exception, and the promise stays pending.
      response: (head, body) => void (isAborted || resolve(responseOf(request, head, body))),
      error: reject,
    });
    const abort = (): void => {
      isAborted = true;
      reject(signal.reason);
      load.abort();
    };
    signal.addEventListener('abort', abort, { once: true });
    return promise;
  }

  #checkModelled({ url, credentials, cache }: Request): void {
    const { protocol } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') throw new NotModelled(`Session.fetch of ${protocol}`);
    if (credentials !== 'omit') throw new NotModelled(`Session.fetch with cookies (credentials: '${credentials}')`);
    if (this.#hasCache && cache !== 'no-store') throw new NotModelled(`Session.fetch with a cache (cache: '${cache}')`);
  }

  /** Sends the request; the returned `abort` ends it without an event. */
  #load(request: Request, events: Events): { abort(): void } {
    let end: (error?: Error) => void = () => {};
    let hasEnded = false;
    const fail = (error: Error): void => {
      if (hasEnded) return;
      finish();
      end(error);
      events.error(error);
    };
    const finish = (): void => {
      hasEnded = true;
      this.#running.delete(fail);
    };
    this.#running.add(fail);
    const send = async (): Promise<void> => {
      const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
      const details = {
        id: this.#nextId++,
        url: request.url,
        method: request.method,
        resourceType: 'other' as const,
        referrer: '',
        timestamp: Date.now(),
      };
      const before = await this.#webRequest.decide('onBeforeRequest', details);
      if (before.cancel) return fail(netError('ERR_BLOCKED_BY_CLIENT'));
      if (before.redirectURL) throw new NotModelled('a redirect by webRequest.onBeforeRequest');
      const requestHeaders = headersOf(request);
      const withHeaders = { ...details, requestHeaders };
      const decided = await this.#webRequest.decide('onBeforeSendHeaders', withHeaders);
      if (decided.cancel) return fail(netError('ERR_BLOCKED_BY_CLIENT'));
      const headers = decided.requestHeaders ?? requestHeaders;
      const receive = async (message: IncomingMessage): Promise<void> => {
        const raw = linesOf(message);
        const { statusCode = 0, statusMessage = '' } = message;
        const statusLine = `HTTP/1.1 ${statusCode}${statusMessage === '' ? '' : ` ${fromBytes(statusMessage)}`}`;
        const received = { ...details, statusCode, statusLine, responseHeaders: grouped(raw) };
        const change = await this.#webRequest.decide('onHeadersReceived', received);
        if (hasEnded) return;
        if (change.cancel) return fail(netError('ERR_BLOCKED_BY_CLIENT'));
        const head = headAfter({ statusLine, raw }, change);
        const location = head.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
        if (REDIRECTS.has(head.statusCode) && location !== undefined) {
          this.#webRequest.redirects({ ...received, redirectURL: new URL(location, request.url).href });
          return fail(redirectError(request.redirect));
        }
        const content = bodyOf(message, finish);
        end = (error) => void content.destroy(error);
        events.response(head, content);
      };
      const attempt = async (): Promise<void> => {
        const isHttps = request.url.startsWith('https:');
        const tunnel = isHttps ? await this.#proxy.tunnelTo(new URL(request.url), events.login) : null;
        if (hasEnded) return;
        if (tunnel && 'head' in tunnel) {
          // What a proxy says in place of a tunnel has a head and no body.
          const body = new Readable({ read: () => void body.destroy(netError('ERR_TUNNEL_CONNECTION_FAILED')) });
          body.on('error', () => {});
          finish();
          return events.response(tunnel.head, body);
        }
        const over = tunnel
          ? { agent: false as const, createConnection: () => tunnel.socket }
          : { agent: isHttps ? this.#agents.https : this.#agents.http };
        const sent = (isHttps ? sendHttps : sendHttp)(request.url, { ...over, method: request.method, headers });
        if (isHttps) watchCertificate(sent, (seen) => this.#verify(seen, () => {}));
        let hasAnswer = false;
        end = (error) => void sent.destroy(error);
        sent.on('response', (message) => {
          hasAnswer = true;
          receive(message).catch(uncaught);
        });
        sent.on('error', (error: Error & { code?: string }) => {
          if (hasEnded || hasAnswer) return;
          // Chromium sends a request again by itself when a connection that was used before turns out to be closed.
          if (sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return void attempt();
          fail(chromiumError(error));
        });
        sent.end(body ?? undefined);
      };
      if (!hasEnded) await attempt();
    };
    send().catch((error: unknown) => fail(error instanceof Error ? error : new Error(String(error))));
    return {
      abort: () => {
        finish();
        end();
      },
    };
  }
}

const agents = () => ({
  http: new HttpAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: MAX_CONNECTIONS }),
});

const uncaught = (error: unknown): void => {
  setImmediate(() => {
    throw error;
  });
};

/** The headers that Chromium sends. `fetch` has checked the app's own. */
function headersOf(request: Request): Record<string, string> {
  const chromium = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en-US',
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-site': 'none',
  };
  return { ...chromium, ...Object.fromEntries(request.headers) };
}

/** Chromium's strings have the bytes as they came; V8 reads them as UTF-8. */
const fromBytes = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

const linesOf = ({ rawHeaders }: IncomingMessage): HeaderLines =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    fromBytes(rawHeaders[2 * index + 1] ?? ''),
  ]);

function grouped(lines: HeaderLines): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const [name, value] of lines) groups[name] = [...(groups[name] ?? []), value];
  return groups;
}

/** The head with what a listener of onHeadersReceived puts in place of it. A status line counts only beside headers. */
function headAfter(
  { statusLine, raw }: { statusLine: string; raw: HeaderLines },
  { statusLine: line = statusLine, responseHeaders }: RequestDecision,
): ResponseHead {
  const [, status = '0', statusMessage = ''] =
    /^HTTP\/\S+ (\d+) ?(.*)$/s.exec(responseHeaders ? line : statusLine) ?? [];
  const headers = responseHeaders ? changedLines(responseHeaders) : raw;
  return { statusCode: Number(status), statusMessage, headers, raw };
}

/** Electron stops at the first header that Chromium does not take. */
function changedLines(headers: Record<string, string | string[]>): HeaderLines {
  const lines = Object.entries(headers).flatMap(
    ([name, values]): HeaderLines => [values].flat().map((value) => [name, String(value)]),
  );
  const invalid = lines.findIndex(([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\0\r\n]/.test(value));
  return invalid === -1 ? lines : lines.slice(0, invalid);
}

function redirectError(policy: RequestRedirect): Error {
  if (policy === 'error') return new Error("Attempted to redirect, but redirect policy was 'error'");
  if (policy === 'manual') return new Error('Redirect was cancelled');
  return new NotModelled('Session.fetch that follows a redirect');
}

/** The content of an answer, decoded; its errors are Chromium's. Calls `onEnd` when nothing more comes. */
function bodyOf(message: IncomingMessage, onEnd: () => void): Readable {
  const decoder = DECODERS[message.headers['content-encoding']?.toLowerCase() ?? '']?.();
  const content = decoder ? message.pipe(decoder) : message;
  const body = new Readable({
    read: () => void content.resume(),
    destroy(error, done) {
      onEnd();
      message.destroy();
      done(error);
    },
  });
  content.on('data', (chunk: Buffer) => {
    if (!body.push(chunk)) content.pause();
  });
  content.on('end', () => {
    onEnd();
    body.push(null);
  });
  const brokeOff = message.headers['content-length']
    ? 'ERR_CONTENT_LENGTH_MISMATCH'
    : 'ERR_INCOMPLETE_CHUNKED_ENCODING';
  message.on('error', () => body.destroy(netError(brokeOff)));
  decoder?.on('error', () => body.destroy(netError('ERR_CONTENT_DECODING_FAILED')));
  content.pause();
  return body;
}

/** What net-fetch.ts makes of the head. Throws where Headers and Response do. */
function responseOf(
  { method }: Request,
  { statusCode, statusMessage, headers: lines, raw }: ResponseHead,
  body: Readable,
) {
  const values = new Map<string, string[]>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const headers = new Headers();
  for (const [name, all] of values)
    if (name !== 'set-cookie') headers.set(name, FIRST_COUNTS.has(name) ? (all[0] ?? '') : all.join(', '));
  const cookies = raw.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value);
  if (cookies.length > 0) headers.set('set-cookie', cookies.join(', '));
  const hasBody = !NULL_BODY.has(statusCode) && method !== 'HEAD';
  if (!hasBody) body.resume();
  return new Response(hasBody ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : null, {
    headers,
    status: statusCode,
    statusText: statusMessage,
  });
}

/** `Session.fetch` of the Chromium host does what Electron's does, also where that is inconvenient. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionNetwork } from '../../host/net-fetch.ts';
import { WebRequest } from '../../host/web-request.ts';
import { signingCertificate } from '../../support/signing-certificate.ts';

let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let webRequest: WebRequest;
let network: SessionNetwork;

beforeEach(async () => {
  answer = (_request, response) => void response.end('ok');
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  webRequest = new WebRequest('test');
  network = new SessionNetwork({ webRequest, hasCache: false });
});
afterEach(() => {
  network.closeAllConnections();
  server.closeAllConnections();
  server.close();
});

const get = (path = '/', init: RequestInit = {}) => network.fetch(`${origin}${path}`, { credentials: 'omit', ...init });
/** How Node's server must be given a text in UTF-8. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');
const turns = (count: number) =>
  new Promise<void>((resolve) => {
    const turn = (left: number): void => void (left === 0 ? resolve() : setImmediate(turn, left - 1));
    turn(count);
  });

/** Resolves with the next uncaught exception, which the test runner then does not see. */
function uncaught(): Promise<unknown> {
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  return new Promise((resolve) => {
    process.once('uncaughtException', (error) => {
      for (const listener of listeners) process.on('uncaughtException', listener);
      resolve(error);
    });
  });
}

/** Whether a promise is pending although the event loop has turned. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise.catch(() => null), turns(50).then(() => pending)])) === pending;
}

describe('an answer', () => {
  it('has its headers joined as by Electron, and its content decoded', async () => {
    answer = (request, response) => {
      response.writeHead(200, [
        ...['X-Twice', 'a', 'x-twice', 'b', 'Retry-After', '1', 'retry-after', '2', 'Set-Cookie', 'c=1'],
        ...['set-cookie', 'd=2', 'X-Latin', asBytes('ü'), 'Content-Encoding', 'gzip'],
      ]);
      response.end(gzipSync(`${request.method} ${request.headers['x-own']}`));
    };
    const response = await get('/', { headers: { 'x-own': 'mine' } });
    const { headers } = response;
    expect(['x-twice', 'retry-after', 'set-cookie', 'x-latin'].map((name) => headers.get(name))).toEqual([
      'a, b',
      '1',
      'c=1, d=2',
      'ü',
    ]);
    expect(await response.text()).toBe('GET mine');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a header beyond Latin-1', (response) => void response.setHeader('x-name', asBytes('→')).end()],
    ['a header that is no UTF-8', (response) => void response.setHeader('x-name', '\u00fc').end()],
    ['a cookie beyond Latin-1', (response) => void response.setHeader('set-cookie', asBytes('a=→')).end()],
    ['a status text beyond Latin-1', (response) => void response.writeHead(403, asBytes('Запрещено')).end()],
    ['a status of no Response', (response) => void response.writeHead(600).end()],
  ])('with %s stays pending, and its exception is uncaught', async (_, respond) => {
    answer = (_request, response) => respond(response);
    const thrown = uncaught();
    const abort = new AbortController();
    const sent = get('/', { signal: abort.signal });
    sent.catch(() => {});
    expect(String(await thrown)).toMatch(/TypeError|RangeError/);
    expect(await isPending(sent)).toBe(true);
    abort.abort(new Error('given up'));
    await expect(sent).rejects.toThrow('given up');
  });

  it('that redirects is an error without a code', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: '/else' }).end();
    await expect(get('/', { redirect: 'error' })).rejects.toThrow(
      "Attempted to redirect, but redirect policy was 'error'",
    );
    await expect(get('/', { redirect: 'manual' })).rejects.toThrow('Redirect was cancelled');
    await expect(get('/', { redirect: 'follow' })).rejects.toThrow('does not model');
  });

  it('that redirects is told to webRequest before it fails', async () => {
    answer = (_request, response) => void response.writeHead(307, { location: '/else?a=b' }).end();
    const seen: unknown[] = [];
    webRequest.api.onBeforeRedirect((details) => void seen.push(details));
    await get('/', { redirect: 'error' }).catch(() => seen.push('failed'));
    expect(seen).toEqual([
      expect.objectContaining({ statusCode: 307, redirectURL: expect.stringMatching(/^http:.*\/else\?a=b$/) }),
      'failed',
    ]);
    webRequest.api.onBeforeRedirect(null);
  });

  it('that breaks off fails while it is read', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('four', () => response.destroy());
    };
    await expect(get().then((response) => response.text())).rejects.toThrow('net::ERR_CONTENT_LENGTH_MISMATCH');
  });

  it('is broken off by an abort with an AbortError, not with the reason', async () => {
    answer = (_request, response) => void response.writeHead(200).write('some');
    const abort = new AbortController();
    const response = await get('/', { signal: abort.signal });
    const read = response.text();
    abort.abort(new Error('given up'));
    await expect(read).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});

describe('a request', () => {
  it('fails with Chromium’s name of the error, in the message only', async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const failure = await get().catch((error: unknown) => error);
    expect(failure).toEqual(new Error('net::ERR_CONNECTION_REFUSED'));
    expect(failure).not.toHaveProperty('code');
    const broken = createTcpServer((socket) => void socket.once('data', () => socket.end()));
    await new Promise<void>((resolve) => broken.listen(port, '127.0.0.1', resolve));
    await expect(get()).rejects.toThrow('net::ERR_EMPTY_RESPONSE');
    broken.close();
  });

  it('fails when the system does not trust the certificate', async () => {
    const https = createHttpsServer(await signingCertificate());
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    const at = `https://127.0.0.1:${(https.address() as AddressInfo).port}/`;
    await expect(network.fetch(at, { credentials: 'omit' })).rejects.toThrow('net::ERR_CERT_AUTHORITY_INVALID');
    https.close();
  });

  it('throws what is not modelled by name', async () => {
    await expect(network.fetch(origin)).rejects.toThrow('does not model Session.fetch with cookies');
    await expect(network.fetch('file:///etc/hostname', { credentials: 'omit' })).rejects.toThrow('of file:');
    const cached = new SessionNetwork({ webRequest, hasCache: true });
    await expect(cached.fetch(origin, { credentials: 'omit' })).rejects.toThrow('with a cache');
  });

  it('waits while six of its session are in flight to the host', async () => {
    const waiting: ServerResponse[] = [];
    answer = (_request, response) => void waiting.push(response);
    const sent = Array.from({ length: 8 }, () => get().then((response) => response.text()));
    await expect.poll(() => waiting.length).toBe(6);
    await turns(50);
    expect(waiting).toHaveLength(6);
    const other = new SessionNetwork({ webRequest, hasCache: false });
    const elsewhere = other.fetch(origin, { credentials: 'omit' }).then((response) => response.text());
    await expect.poll(() => waiting.length).toBe(7);
    waiting.shift()?.end('one');
    await expect.poll(() => waiting.length).toBe(7);
    answer = (_request, response) => void response.end('later');
    for (const response of waiting) response.end('all');
    expect(new Set(await Promise.all([...sent, elsewhere]))).toEqual(new Set(['one', 'all', 'later']));
    other.closeAllConnections();
  });

  it('is sent again when the connection was used before and is closed', async () => {
    const seen: unknown[] = [];
    let isFirstConnection = true;
    const dropping = createTcpServer((socket) => {
      const [isFirst, requests] = [isFirstConnection, { count: 0 }];
      isFirstConnection = false;
      socket.on('data', () => {
        requests.count += 1;
        seen.push(isFirst ? requests.count : 'fresh');
        if (isFirst && requests.count === 2) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => dropping.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(dropping.address() as AddressInfo).port}/`;
    await (await network.fetch(at, { credentials: 'omit' })).text();
    await turns(5);
    expect((await network.fetch(at, { credentials: 'omit', method: 'POST', body: 'x' })).status).toBe(200);
    expect(seen).toEqual([1, 2, 'fresh']);
    network.closeAllConnections();
    dropping.close();
  });

  it('fails when the app closes all connections', async () => {
    answer = () => {};
    const sent = get();
    sent.catch(() => {});
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(1);
    network.closeAllConnections();
    await expect(sent).rejects.toThrow('net::ERR_ABORTED');
  });
});

describe('webRequest', () => {
  it('blocks, changes headers both ways, and keeps to its filter', async () => {
    answer = (request, response) => void response.writeHead(200, { 'x-seen': String(request.headers['x-new']) }).end();
    webRequest.api.onBeforeSendHeaders((details, respond) => {
      const { requestHeaders } = details as { requestHeaders: Record<string, string> };
      respond({ requestHeaders: { ...requestHeaders, 'X-New': 'added' } });
    });
    webRequest.api.onHeadersReceived({ urls: ['http://127.0.0.1/changed*'] }, (details, respond) => {
      const { responseHeaders } = details as { responseHeaders: Record<string, string[]> };
      respond({ statusLine: 'HTTP/1.1 203 Changed', responseHeaders: { ...responseHeaders, 'x-more': 'yes' } });
    });
    webRequest.api.onBeforeRequest({ urls: ['*://*/blocked'] }, (_details, respond) => respond({ cancel: true }));
    const plain = await get('/plain');
    expect([plain.status, plain.headers.get('x-seen'), plain.headers.get('x-more')]).toEqual([200, 'added', null]);
    const changed = await get('/changed');
    expect([changed.status, changed.statusText, changed.headers.get('x-more')]).toEqual([203, 'Changed', 'yes']);
    await expect(get('/blocked')).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    webRequest.api.onHeadersReceived((_details, respond) => respond({ cancel: true }));
    await expect(get('/changed')).rejects.toThrow('net::ERR_BLOCKED_BY_CLIENT');
    webRequest.api.onHeadersReceived(null);
    expect((await get('/changed')).status).toBe(200);
  });

  it('changes no cookie of the answer', async () => {
    answer = (_request, response) => void response.setHeader('set-cookie', 'a=1').end();
    webRequest.api.onHeadersReceived((_details, respond) => respond({ responseHeaders: { 'set-cookie': 'b=2' } }));
    expect((await get()).headers.get('set-cookie')).toBe('a=1');
  });

  it('refuses what is no pattern, and throws the names of events without a model', () => {
    expect(() => webRequest.api.onBeforeRequest({ urls: ['example.com'] }, () => {})).toThrow('Invalid url pattern');
    expect(() => (webRequest.api as unknown as { onCompleted(): void }).onCompleted()).toThrow(
      'webRequest.onCompleted',
    );
  });
});

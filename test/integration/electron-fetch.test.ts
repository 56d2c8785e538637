/**
 * The console's networks over Session.fetch as the Chromium host models Electron's, to real HTTPS servers on loopback: no answer and no
 * request is left waiting, and no write is sent twice.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Recorder } from '../../src/main/http/recorder.ts';
import type { ExchangeContext } from '../../src/main/http/wire.ts';
import { systemKit } from '../../src/main/platform/electron/kit.ts';
import type { PlatformKit } from '../../src/main/platform/kit.ts';
import { TokenClient } from '../../src/main/tokens/token-client.ts';
import { Secret } from '../../src/main/vault/secret.ts';
import { FakeLog } from '../support/fake-log.ts';
import { type Loopback, serveHttps } from '../support/loopback.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SequenceRandom } from '../support/sequence-random.ts';
import { specRules } from '../support/spec-rules.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const electron = vi.hoisted(() => ({ path: '', closing: [] as (() => void)[] }));
vi.mock('electron', async () => {
  const { SessionNetwork } = await import('../host/net-fetch.ts');
  const { WebRequest } = await import('../host/web-request.ts');
  const sessions = new Map<string, object>();
  const sessionOf = (name: string, { cache }: { cache: boolean }) => {
    const webRequest = new WebRequest(name);
    const network = new SessionNetwork({ webRequest, hasCache: cache });
    electron.closing.push(() => network.closeAllConnections());
    return {
      webRequest: webRequest.api,
      fetch: (url: string, init: RequestInit) => network.fetch(url, init),
      setCertificateVerifyProc: () => {},
      closeAllConnections: async () => network.closeAllConnections(),
    };
  };
  return {
    default: {},
    app: {
      ...{ getPath: () => electron.path, getAppPath: () => electron.path, getVersion: () => '0', isPackaged: true },
      ...{ getLocale: () => 'en-GB', getSystemLocale: () => 'en-GB', getPreferredSystemLanguages: () => ['en-GB'] },
    },
    ipcMain: { removeAllListeners: () => {} },
    powerMonitor: { on: () => {} },
    safeStorage: {},
    session: {
      fromPartition(name: string, options: { cache: boolean }) {
        const session = sessions.get(name) ?? sessionOf(name, options);
        sessions.set(name, session);
        return session;
      },
    },
  };
});
vi.mock('../../src/main/platform/electron/chromium-sandbox.ts', () => ({ isSandboxed: () => true }));

let kit: PlatformKit;
let server: Loopback;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let trusted: string[];

beforeEach(async () => {
  electron.path = makeTempFolder();
  server = await serveHttps((request, response) => answer(request, response));
  trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, server.certificate]);
  kit = systemKit(new FakeLog());
});
afterEach(async () => {
  for (const close of electron.closing) close();
  setDefaultCACertificates(trusted);
  await server.close();
  removeTempFolder(electron.path);
});

/** As bytes: with a text, Node's server would encode the head a second time. */
const EMPTY = Buffer.from('{}');
/** How Node's server takes a text in UTF-8. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');
const request = (method = 'GET') =>
  new Request(`${server.origin}/`, method === 'GET' ? {} : { method, body: 'a body', redirect: 'error' });
const context: ExchangeContext = {
  connectionId: 'connection',
  credentialId: 'credential',
  api: 'openApi',
  operation: 'token',
  chainId: 'chain',
  attempt: 1,
  queuedAt: 0,
  tokenGeneration: null,
};
const recorderOver = (fetch: PlatformKit['apiFetch'], journal = { record: () => {} }) =>
  new Recorder({ fetch, clock: new ManualClock(1_000_000), journal, random: new SequenceRandom() });

describe('an answer', () => {
  it('with letters beyond Latin-1 in its head arrives, and is recorded without the secret that it repeats', async () => {
    const secret = 'gehäim-nur-für-uns→';
    answer = (_request, response) => {
      const headers = { 'content-type': 'application/json', 'x-debug': asBytes(`for ${secret} → 1`) };
      response.writeHead(403, asBytes('Запрещено'), headers).end(EMPTY);
    };
    const record = vi.fn();
    const received = await recorderOver(kit.apiFetch, { record }).wire(request(), { ...context, secrets: [secret] });
    expect([received.status, received.headers.get('x-debug')]).toEqual([403, `for [redacted] ${asBytes('→')} 1`]);
    expect(record).toHaveBeenCalledOnce();
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a status of no Response', (response) => void response.writeHead(999).end()],
    ['a cookie beyond Latin-1', (response) => void response.setHeader('set-cookie', asBytes('to=→')).end(EMPTY)],
  ])('with %s ends the request with the reason', async (_, respond) => {
    answer = (_request, response) => respond(response);
    await expect(recorderOver(kit.apiFetch).wire(request(), context)).rejects.toMatchObject({
      code: 'unreachable',
      data: { reason: 'its answer has a status or a cookie that cannot be read' },
    });
  });

  it('of a token request that cannot be read is an issuance that may have been made', async () => {
    answer = (_request, response) => void response.setHeader('set-cookie', asBytes('to=→')).end(EMPTY);
    const client = new TokenClient({ wire: () => recorderOver(kit.tokenFetch).wire });
    const tokenUrl = `${server.origin}/oauth2/token`;
    const about = { connectionId: 'connection', credentialId: 'credential', label: 'Website', clientId: 'client' };
    const target = { ...about, api: 'openApi' as const, tokenUrl, rules: specRules('openApi') };
    const asked = await client.requestToken({ target, secret: new Secret('not-a-secret'), context });
    expect(asked).toMatchObject({ kind: 'lost', error: { code: 'tokenEndpointUnreachable', mayHaveBeenIssued: true } });
  });
});

describe('a request', () => {
  it('waits for no connection, however many reads are in flight to one host', async () => {
    const waiting: ServerResponse[] = [];
    answer = (_request, response) => void waiting.push(response);
    const sent = Array.from({ length: 20 }, () => kit.apiFetch(request()));
    await expect.poll(() => waiting.length, { timeout: 60_000 }).toBe(20);
    for (const response of waiting) response.end('read');
    expect(await Promise.all(sent.map(async (one) => (await one).text()))).toEqual(Array(20).fill('read'));
  });

  it.each([
    ['GET', 3],
    ['POST', 2],
  ])('%s whose connection breaks after an earlier one: %i are sent in all', async (method, count) => {
    let sent = 0;
    answer = (_request, response) => {
      sent += 1;
      if (sent === 2) response.destroy();
      else response.end('done');
    };
    await (await kit.apiFetch(request(method))).text();
    await new Promise((resolve) => setImmediate(resolve));
    const second = kit.apiFetch(request(method)).then((response) => response.text());
    if (method === 'GET') expect(await second).toBe('done');
    else await expect(second).rejects.toMatchObject({ cause: { code: 'ERR_EMPTY_RESPONSE' } });
    expect(sent).toBe(count);
  });
});

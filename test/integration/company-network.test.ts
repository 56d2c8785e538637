/**
 * The networks of companies, each with servers of its own on loopback: a proxy that asks for a password, authorities of a company, a portal, a name
 * that does not resolve. The sessions are the Chromium host's models of Electron's; what a PAC script chooses is Chromium's (`pac-script.test.ts`).
 */
import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkReason } from '../../src/main/http/network-reason.ts';
import { Recorder } from '../../src/main/http/recorder.ts';
import { systemKit } from '../../src/main/platform/electron/kit.ts';
import type { PlatformKit } from '../../src/main/platform/kit.ts';
import type { NetworkWay } from '../../src/main/platform/network-way.ts';
import { TokenClient } from '../../src/main/tokens/token-client.ts';
import { Secret } from '../../src/main/vault/secret.ts';
import { FakeLog } from '../support/fake-log.ts';
import { type Loopback, serveHttps } from '../support/loopback.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { SequenceRandom } from '../support/sequence-random.ts';
import { specRules } from '../support/spec-rules.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const electron = vi.hoisted(() => ({
  path: '',
  closing: [] as (() => void)[],
  proxyOf: (_url: URL): string | null => null,
}));
vi.mock('electron', async () => {
  const { SessionNetwork } = await import('../host/net-fetch.ts');
  const { WebRequest } = await import('../host/web-request.ts');
  const sessions = new Map<string, object>();
  const sessionOf = (name: string) => {
    const webRequest = new WebRequest(name);
    const network = new SessionNetwork({ webRequest, hasCache: false, proxyOf: (url) => electron.proxyOf(url) });
    electron.closing.push(() => network.closeAllConnections());
    return {
      webRequest: webRequest.api,
      fetch: (url: string, init: RequestInit) => network.fetch(url, init),
      request: (options: Electron.ClientRequestConstructorOptions) => network.request(options),
      setCertificateVerifyProc: (verify: never) => network.setCertificateVerifyProc(verify),
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
    net: { request: (options: { session: { request(given: object): object } }) => options.session.request(options) },
    powerMonitor: { on: () => {} },
    safeStorage: {},
    session: {
      fromPartition(name: string) {
        const session = sessions.get(name) ?? sessionOf(name);
        sessions.set(name, session);
        return session;
      },
    },
  };
});
vi.mock('../../src/main/platform/electron/chromium-sandbox.ts', () => ({ isSandboxed: () => true }));

let kit: PlatformKit;
let way: NetworkWay;
let server: Loopback;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let trusted: string[];
let reached: string[];
let stops: (() => void)[];

beforeAll(async () => {
  server = await serveHttps((request, response) => {
    reached.push(request.method ?? '');
    answer(request, response);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  electron.path = makeTempFolder();
  electron.proxyOf = () => null;
  reached = [];
  stops = [];
  answer = (_request, response) => void response.end('{"ok":true}');
  trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, server.certificate]);
  kit = systemKit(new FakeLog());
  way = kit.way as NetworkWay;
  way.setLogin(null);
});
afterEach(() => {
  for (const close of electron.closing.splice(0)) close();
  for (const stop of stops) stop();
  setDefaultCACertificates(trusted);
  removeTempFolder(electron.path);
});

/** A proxy for tunnels. `challenge`: what it asks for, until it gets the password. */
async function proxyAsking(challenge: string | null): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  const sockets = new Set<{ destroy(): void }>();
  proxy.on('connect', (request, socket, head) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const given = request.headers['proxy-authorization'];
    asked.push(given ?? 'nothing');
    const isRight = given === `Basic ${Buffer.from('ada:right horse').toString('base64')}`;
    if (challenge !== null && !isRight) {
      socket.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 5\r\n\r\nlogin`,
      );
      return;
    }
    const [host = '', port] = (request.url ?? '').split(':');
    const out = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      out.write(head);
      out.pipe(socket).pipe(out);
    });
    sockets.add(out);
    out.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  electron.proxyOf = () => address;
  return { address, asked };
}

const read = () => new Request(`${server.origin}/v1`);
const write = () => new Request(`${server.origin}/v1`, { method: 'POST', body: '{"book":1}' });
const outcomeOf = (sent: Promise<Response>) =>
  sent.then(
    (response) => response.text(),
    (error: unknown) => networkReason(error),
  );
const askToken = () => {
  const wire = new Recorder({
    ...{ fetch: kit.tokenFetch, clock: new ManualClock(1_000_000), journal: { record: () => {} } },
    random: new SequenceRandom(),
  }).wire;
  return new TokenClient({ wire: () => wire }).requestToken({
    target: {
      ...{ connectionId: 'c1', credentialId: 'k1', api: 'openApi', label: 'Open API', clientId: 'id' },
      ...{ tokenUrl: `${server.origin}/oauth2/token`, rules: specRules('openApi') },
    } as never,
    secret: new Secret('planted-client-secret'),
    context: {
      ...{ connectionId: 'c1', credentialId: 'k1', api: 'openApi', operation: 'token', chainId: 'x', attempt: 1 },
      ...{ queuedAt: 0, tokenGeneration: null },
    },
  });
};

describe('a proxy that asks for a password', () => {
  it('is named, gets none before one is known, and nothing reaches the service', async () => {
    const { address, asked } = await proxyAsking('Basic realm="Corp"');
    const reason = `the proxy ${address} asks for a name and password; give them in Settings, Network`;
    expect(await outcomeOf(kit.apiFetch(read()))).toEqual({ reason, sent: false });
    expect(await outcomeOf(kit.apiFetch(write()))).toEqual({ reason, sent: false });
    expect(await askToken()).toMatchObject({
      ...{ kind: 'refused', why: 'network' },
      error: { code: 'tokenEndpointUnreachable', reason, mayHaveBeenIssued: false },
    });
    expect(way.closedProxy).toEqual({ proxy: address, realm: 'Corp', scheme: 'basic', state: 'asks' });
    expect([reached, asked.filter((given) => given !== 'nothing')]).toEqual([[], []]);
  });

  it('lets each request pass once with the known password, which the session keeps', async () => {
    const { address, asked } = await proxyAsking('Basic realm="Corp"');
    way.setLogin({ proxy: address, name: 'ada', password: 'right horse' });
    expect(await outcomeOf(kit.apiFetch(write()))).toBe('{"ok":true}');
    expect(reached).toEqual(['POST']);
    const count = asked.length;
    for (const _ of [1, 2]) expect(await outcomeOf(kit.apiFetch(read()))).toBe('{"ok":true}');
    expect(asked.slice(count).filter((given) => given === 'nothing')).toHaveLength(2);
    expect(way.closedProxy).toBeNull();
  });

  it('that refuses the password is asked with it once, by however many requests, and says so', async () => {
    const { address, asked } = await proxyAsking('Basic realm="Corp"');
    way.setLogin({ proxy: address, name: 'ada', password: 'wrong' });
    const reason = `the proxy ${address} did not accept the name and password; correct them in Settings, Network`;
    const outcomes = await Promise.all([read(), write(), read()].map((request) => outcomeOf(kit.apiFetch(request))));
    outcomes.push(await outcomeOf(kit.tokenFetch(write())));
    for (const outcome of outcomes) expect(outcome).toEqual({ reason, sent: false });
    expect(asked.filter((given) => given !== 'nothing')).toHaveLength(1);
    expect(way.closedProxy?.state).toBe('refused');
  });

  it('is forgotten once a request passes without a password', async () => {
    await proxyAsking('Basic realm="Corp"');
    await outcomeOf(kit.apiFetch(read()));
    expect(way.closedProxy?.state).toBe('asks');
    await proxyAsking(null);
    expect(await outcomeOf(kit.apiFetch(read()))).toBe('{"ok":true}');
    expect(way.closedProxy).toBeNull();
  });

  it('gives its password to no other proxy', async () => {
    const { asked } = await proxyAsking('Basic realm="Corp"');
    way.setLogin({ proxy: 'proxy.corp.example:8080', name: 'ada', password: 'right horse' });
    expect(await outcomeOf(kit.apiFetch(read()))).toMatchObject({ sent: false });
    expect(asked.filter((given) => given !== 'nothing')).toEqual([]);
  });

  it.each(['NTLM', 'Negotiate'])('in another way, %s, is named, also with a password', async (scheme) => {
    const { address } = await proxyAsking(scheme);
    way.setLogin({ proxy: address, name: 'ada', password: 'right horse' });
    expect(await outcomeOf(kit.apiFetch(read()))).toEqual({
      reason: `the proxy ${address} asks to sign in by ${scheme.toLowerCase()}, which only the operating system can do; ask your administrator for a way past it`,
      sent: false,
    });
  });

  it('is not what a service is that answers 407 itself: a write is not sent again', async () => {
    await proxyAsking(null);
    answer = (_request, response) => void response.writeHead(407).end('no');
    const response = await kit.apiFetch(write());
    expect([response.status, await response.text(), reached]).toEqual([407, 'no', ['POST']]);
  });
});

describe('what a PAC script chooses', () => {
  it('holds for each host, and a proxy that is down is named', async () => {
    const { address } = await proxyAsking(null);
    electron.proxyOf = ({ pathname }) => (pathname === '/v1' ? address : '127.0.0.1:1');
    expect(await outcomeOf(kit.apiFetch(read()))).toBe('{"ok":true}');
    expect(await outcomeOf(kit.tokenFetch(new Request(`${server.origin}/else`)))).toEqual({
      reason: 'the proxy could not be used',
      sent: false,
    });
  });
});

describe('an authority of the company', () => {
  it('that this computer trusts is named, because it can read what is sent', async () => {
    expect(await outcomeOf(kit.apiFetch(read()))).toBe('{"ok":true}');
    expect(way.inspected).toMatchObject([{ hostname: '127.0.0.1', isTrusted: true, isPublic: false }]);
  });

  it('that it does not trust is named, and gets nothing', async () => {
    setDefaultCACertificates(trusted);
    expect(await outcomeOf(kit.tokenFetch(write()))).toMatchObject({
      reason: expect.stringContaining(`its certificate comes from “`),
      sent: false,
    });
    expect([reached, way.inspected]).toEqual([[], []]);
  });
});

describe('a portal', () => {
  it.each<[string, (response: ServerResponse) => void, object]>([
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'https://portal.example/' }).end(),
      { kind: 'refused', why: 'redirect' },
    ],
    // The proxy of a network behind the first one passed nothing on.
    ['407', (response) => void response.writeHead(407).end('no'), { kind: 'refused', why: 'endpoint' }],
    // Whether a token was issued cannot be known: the attempt counts, and is not repeated.
    [
      '511',
      (response) => void response.writeHead(511, { 'content-type': 'text/html' }).end('<html>Sign in'),
      { kind: 'lost', why: 'network', error: { mayHaveBeenIssued: true } },
    ],
    [
      'a page',
      (response) => void response.setHeader('content-type', 'text/html').end('<html>Sign in'),
      { kind: 'lost', why: 'answer' },
    ],
  ])(
    'that answers a token request with %s spends no slot as long as that can be known',
    async (_, respond, outcome) => {
      answer = (_request, response) => respond(response);
      expect(await askToken()).toMatchObject(outcome);
    },
  );

  it('is no word of the service: neither its date nor its limits count', async () => {
    answer = (_request, response) =>
      void response.writeHead(511, { date: new Date(0).toUTCString(), 'ratelimit-remaining': '0' }).end('<html>');
    const onDate = vi.fn();
    const record = vi.fn();
    const wire = new Recorder({
      ...{ fetch: kit.apiFetch, clock: new ManualClock(1_000_000), journal: { record }, random: new SequenceRandom() },
      skew: { movedMs: 0, beginRoundTrip: () => onDate },
    }).wire;
    const asked = wire(read(), { connectionId: 'c1', operation: 'listings', queuedAt: 0 } as never);
    await expect(asked).rejects.toMatchObject({
      data: { code: 'unreachable', reason: expect.stringContaining('sign in first') },
    });
    expect(onDate).not.toHaveBeenCalled();
  });
});

it('a server that asks for a certificate of this computer gets none without a choice, and is named', async () => {
  const strict = await serveHttps((_request, response) => void response.end('never'), {
    requestCert: true,
    rejectUnauthorized: true,
  });
  stops.push(() => void strict.close());
  setDefaultCACertificates([...trusted, strict.certificate]);
  expect(await outcomeOf(kit.tokenFetch(new Request(strict.origin)))).toEqual({
    reason: 'it asks for a certificate of this computer, and got none that it accepts',
    sent: true,
  });
});

/** A command in a network namespace of its own, whose only address beyond loopback is of IPv6. */
const inNamespace = (command: string): string[] => [
  '-rn',
  'sh',
  '-c',
  `ip link set lo up && ip -6 addr add fd00::1/128 dev lo && ${command}`,
];
const hasNamespaces = process.platform === 'linux' && spawnSync('unshare', inNamespace('true')).status === 0;

it.skipIf(!hasNamespaces)('a network of IPv6 alone is as good, and a host of IPv4 is named there', () => {
  const child = fileURLToPath(new URL('../support/ipv6-child.ts', import.meta.url));
  const { stdout } = spawnSync('unshare', inNamespace(`"${process.execPath}" --no-warnings "${child}"`), {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual(['reached', { reason: 'there is no route to it', sent: false }]);
});

it('a name that does not resolve is named', async () => {
  expect(await outcomeOf(kit.tokenFetch(new Request('https://nothing.invalid/')))).toEqual({
    reason: 'the name does not resolve, and the request went without a proxy',
    sent: false,
  });
});

/** What a PAC script of a company makes of the app's requests, with the engine that Electron has: an installed Chromium that loads the script from loopback. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { networkReason } from '../../src/main/http/network-reason.ts';
import { apiNetwork } from '../../src/main/platform/api-network.ts';
import { networkSession } from '../../src/main/platform/electron/network-session.ts';
import { NetworkWay } from '../../src/main/platform/network-way.ts';
import { type Loopback, serveHttps } from '../support/loopback.ts';

const engine = vi.hoisted(() => ({ fetch: (_url: string): Promise<Response> => Promise.reject(new Error('not yet')) }));
vi.mock('electron', () => ({
  net: {},
  session: {
    fromPartition: () => ({
      webRequest: { onHeadersReceived: () => {}, onBeforeRedirect: () => {} },
      setCertificateVerifyProc: () => {},
      fetch: engine.fetch,
    }),
  },
}));

const program = findChromium();
let service: Loopback;
let browser: Browser | null = null;
const stops: (() => void)[] = [];

beforeAll(async () => {
  service = await serveHttps((request, response) => void response.end(`for ${request.headers.host}`));
});
afterAll(() => service.close());
afterEach(async () => {
  await browser?.close();
  browser = null;
  for (const stop of stops.splice(0)) stop();
});

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy whose tunnels all lead to the service. `asked`: the hosts that it was asked for. */
async function startProxy(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const out = connect(Number(new URL(service.origin).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      out.pipe(socket).pipe(out);
    });
    out.on('error', () => socket.destroy());
    socket.on('error', () => out.destroy());
  });
  return { address: await listen(proxy), asked };
}

/** Starts Chromium with a PAC script, and returns what the app's network reads or why it cannot. Null: the script cannot be loaded. */
async function readBehind(script: string | null): Promise<(host: string) => Promise<string>> {
  const pac = createServer((_request, response) => void response.writeHead(script === null ? 404 : 200).end(script));
  const address = `http://${await listen(pac)}/proxy.pac`;
  const args = [`--proxy-pac-url=${address}`, '--ignore-certificate-errors', '--disable-web-security'];
  browser = await chromium.launch({ executablePath: program ?? '', args });
  const page = await browser.newPage();
  engine.fetch = fetchIn(page);
  const network = apiNetwork(networkSession('pac', new NetworkWay()), 'Latchkey/test');
  return (host) =>
    network(new Request(`https://${host}/`)).then(
      (response) => response.text(),
      (error: unknown) => networkReason(error).reason,
    );
}

/** A session's fetch over the page. Its errors have Chromium's codes in their message, as Electron's have. */
function fetchIn(page: Page): typeof engine.fetch {
  const failures = new Map<string, string>();
  page.on('requestfailed', (request) => failures.set(request.url(), request.failure()?.errorText ?? ''));
  return async (url) => {
    const text = await page.evaluate(
      (asked) =>
        fetch(asked).then(
          (answer) => answer.text(),
          () => null,
        ),
      url,
    );
    if (text === null) throw new Error(failures.get(url));
    return new Response(text);
  };
}

describe.skipIf(program === null)('a PAC script', () => {
  it('leads each host over its proxy, past one that is down to the next, and names it without a next', async () => {
    const [east, west] = [await startProxy(), await startProxy()];
    const read = await readBehind(`function FindProxyForURL(url, host) {
      if (host === 'api.example') return 'PROXY ${east.address}';
      if (host === 'token.example') return 'PROXY 127.0.0.1:1; PROXY ${west.address}';
      return 'PROXY 127.0.0.1:1';
    }`);
    expect(await read('api.example')).toBe('for api.example');
    expect(await read('token.example')).toBe('for token.example');
    expect([east.asked, west.asked]).toEqual([['api.example:443'], ['token.example:443']]);
    expect(await read('pictures.example')).toBe('the proxy could not be used');
  });

  it('that cannot be loaded leaves hosts without a proxy, and the error says so', async () => {
    const read = await readBehind(null);
    expect(await read('api.example')).toBe('the name does not resolve, and the request went without a proxy');
  });
});

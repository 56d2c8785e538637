/** Every session of main's own requests makes the heads of its answers readable. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { networkReason } from '../../../../../src/main/http/network-reason.ts';
import { systemKit } from '../../../../../src/main/platform/electron/kit.ts';
import type { Head, HeadChange } from '../../../../../src/main/platform/readable-head.ts';
import { FakeLog } from '../../../../support/fake-log.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';

type Listener = (head: Head, respond: (change: HeadChange) => void) => void;

type Verify = (seen: object, decide: (result: number) => void) => void;
const electron = vi.hoisted(() => ({
  path: '',
  verify: [] as Verify[],
  made: new Map<string, { options: unknown; listener: unknown; redirected: unknown; sent: string[] }>(),
}));
vi.mock('electron', () => ({
  default: {},
  net: {
    // The proxy takes the password, and the service closes the connection after the request.
    request: () => {
      const listeners = new Map<string, (error: Error) => void>();
      const closed = () => listeners.get('error')?.(new Error('net::ERR_EMPTY_RESPONSE'));
      return {
        on: (name: string, listener: (error: Error) => void) => listeners.set(name, listener),
        end: () => queueMicrotask(closed),
      };
    },
  },
  app: {
    commandLine: { hasSwitch: () => false },
    getPath: () => electron.path,
    getAppPath: () => electron.path,
    getVersion: () => '0',
    getLocale: () => 'en-GB',
    getSystemLocale: () => 'en-GB',
    getPreferredSystemLanguages: () => ['en-GB'],
    isPackaged: true,
  },
  ipcMain: { removeAllListeners: () => {} },
  powerMonitor: { on: () => {} },
  safeStorage: {},
  session: {
    fromPartition(name: string, options: unknown) {
      const kept = electron.made.get(name) ?? { options, listener: null, redirected: null, sent: [] };
      electron.made.set(name, kept);
      return {
        webRequest: {
          onHeadersReceived(listener: unknown) {
            kept.listener = listener;
          },
          onBeforeRedirect(listener: unknown) {
            kept.redirected = listener;
          },
        },
        setCertificateVerifyProc(verify: Verify) {
          electron.verify.push(verify);
        },
        closeAllConnections: async () => void kept.sent.push('(closed)'),
        resolveProxy: async () => 'PROXY proxy.example:1',
        fetch: async (url: string) => {
          kept.sent.push(new URL(url).hostname);
          if (url.includes('/proxied')) throw new Error('net::ERR_TUNNEL_CONNECTION_FAILED');
          if (url.includes('/moved')) {
            const redirect = { url, statusCode: 308, redirectURL: 'https://else.example/' };
            (kept.redirected as (seen: object) => void)(redirect);
            throw new Error("Attempted to redirect, but redirect policy was 'error'");
          }
          return new Response('ok');
        },
      };
    },
  },
}));

beforeEach(() => {
  electron.path = makeTempFolder();
});
afterEach(() => removeTempFolder(electron.path));

it('is made for reads, writes, token requests and proxied pictures', async () => {
  const kit = systemKit(new FakeLog());
  await kit.apiFetch(new Request('https://api.example/'));
  await kit.apiFetch(new Request('https://write.example/', { method: 'POST', body: 'x' }));
  await kit.tokenFetch(new Request('https://token.example/', { method: 'POST', body: 'x' }));
  await kit.pictureFetch(new Request('https://8.8.8.8/a.png'));
  const made = [...electron.made];
  expect(
    made
      .flatMap(([, { sent }]) => sent)
      .filter((host) => host !== '(closed)')
      .sort(),
  ).toEqual(['8.8.8.8', 'api.example', 'token.example', 'write.example']);
  for (const [name, { options, listener }] of made) {
    expect(name).not.toMatch(/^persist:/);
    expect(options).toEqual({ cache: false });
    const head = { statusCode: 200, statusLine: 'HTTP/1.1 200 OK', responseHeaders: { 'X-Name': ['→'] } };
    const respond = vi.fn();
    (listener as Listener)(head, respond);
    const responseHeaders = { 'X-Name': [Buffer.from('→').toString('latin1')] };
    expect(respond.mock.calls).toEqual([[{ statusLine: head.statusLine, responseHeaders }]]);
  }
});

it('lets Chromium decide about each certificate, and remembers who issued it', async () => {
  const kit = systemKit(new FakeLog());
  await kit.apiFetch(new Request('https://api.example/'));
  const certificate = { issuer: { organizations: ['Corp'] }, issuerName: 'Corp CA' };
  for (const verificationResult of ['net::OK', 'net::ERR_CERT_AUTHORITY_INVALID', 'net::ERR_CERT_DATE_INVALID']) {
    const decide = vi.fn();
    const seen = { hostname: 'api.example', certificate, isIssuedByKnownRoot: false, verificationResult };
    electron.verify.at(-1)?.(seen, decide);
    expect(decide.mock.calls).toEqual([[-3]]);
    expect(kit.way?.inspected.length).toBe(verificationResult === 'net::OK' ? 1 : 0);
  }
});

it('closes its connections before a request that must not be done twice', async () => {
  const kit = systemKit(new FakeLog());
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const method of methods) await kit.apiFetch(new Request(`https://${method}.example/`, { method }));
  const sent = [...electron.made.values()].flatMap((session) => session.sent);
  const closed = methods.filter((method) => sent[sent.indexOf(`${method.toLowerCase()}.example`) - 1] === '(closed)');
  expect(closed).toEqual(['POST', 'PUT', 'PATCH', 'DELETE']);
});

it('says that a request may have been sent once the proxy let it pass', async () => {
  const { apiFetch, tokenFetch } = systemKit(new FakeLog());
  for (const fetch of [apiFetch, tokenFetch]) {
    const error = await fetch(new Request('https://api.example/proxied', { method: 'POST', body: 'x' })).catch(
      (thrown: unknown) => thrown,
    );
    expect(networkReason(error)).toEqual({ reason: expect.stringContaining('closed before'), sent: true });
  }
});

it('answers a redirect with its status and target', async () => {
  const kit = systemKit(new FakeLog());
  for (const send of [kit.apiFetch, kit.tokenFetch]) {
    const moved = await send(new Request('https://api.example/moved#part'));
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'https://else.example/']);
  }
});

it('is made in one place', () => {
  const src = join(import.meta.dirname, '../../../../../src/main');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const making = files.filter((name) => /\.from(?:Partition|Path)\(/.test(readFileSync(join(src, name), 'utf8')));
  expect(making).toEqual([join('platform', 'electron', 'network-session.ts')]);
});

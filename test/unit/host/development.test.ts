/** The Chromium host on the page of a development server, as `npm run dev` starts it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startHost } from '../../host/start-host.ts';

const PAGE = `<!doctype html><h1>Served</h1><script>
  new WebSocket(location.origin.replace('http', 'ws'));
  fetch('https://elsewhere.example/').catch(() => { window.refused = true; });
</script>`;

const userData = mkdtempSync(join(tmpdir(), 'latchkey-dev-'));
let server: Server;
let upgrades = 0;
let origin: string;
let host: RunningHost;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  server.on('upgrade', (_request, socket) => {
    upgrades += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const appDir = fileURLToPath(new URL('../../host/fixture', import.meta.url));
  host = await startHost({ userData, appDir, env: { ELECTRON_RENDERER_URL: `${origin}/` } });
  browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  const first = browser.contexts()[0]?.pages()[0];
  if (!first) throw new Error('no page');
  page = first;
  await page.getByRole('heading', { name: 'Served' }).waitFor();
});
afterAll(async () => {
  await host.evaluate(({ app }) => app.exit(0), null).catch(() => {});
  await host.exited;
  await browser.close().catch(() => {});
  server.close();
  rmSync(userData, { recursive: true, force: true });
});

test('gives the page its preload, and main the page’s own address', async () => {
  const sender = await page.evaluate(() => window.fixture.ask('sender'));
  expect(sender).toMatchObject({ url: `${origin}/`, top: true });
});

test('opens the socket that tells of changes', async () => {
  await expect.poll(() => upgrades).toBeGreaterThan(0);
});

test('still refuses every other address', async () => {
  await page.waitForFunction(() => window.refused === true);
  expect(host.facts).toContainEqual({ host: 'refused-request', url: 'https://elsewhere.example/', by: 'fetch' });
});

/** The Chromium host, with a small app of its own that also runs on Electron. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, startHost } from '../../host/start-host.ts';
import { serveHttps } from '../../support/loopback.ts';

interface Fixture {
  ask(name: string, input?: unknown): Promise<unknown>;
  note(value: unknown): void;
  greetings(): unknown[];
  fixed: { deep: { value: number } };
}
declare global {
  interface Window {
    fixture: Fixture;
    drawn?: boolean;
    refused?: boolean;
  }
}

const appDir = fileURLToPath(new URL('../../host/fixture', import.meta.url));
const userData = mkdtempSync(join(tmpdir(), 'latchkey-host-'));
let host: RunningHost;
let browser: Browser;
let page: Page;

async function begin(env: Record<string, string>, drawn: (page: Page) => Promise<unknown>): Promise<void> {
  // The shell starts with a third of the work. browser-profile.test.ts has the whole browser.
  host = await startHost({ userData, appDir, env: { LATCHKEY_HOST_BROWSER: 'shell', ...env } });
  browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  const first = browser.contexts()[0]?.pages()[0];
  if (!first) throw new Error('no page');
  page = first;
  await drawn(page);
}

/** A development server's page. */
const SERVED = `<!doctype html><h1>Served</h1><script>
  new WebSocket(location.origin.replace('http', 'ws'));
  fetch('https://elsewhere.example/').catch(() => { window.refused = true; });
</script>`;
let upgrades = 0;
const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(SERVED));
server.on('upgrade', (_request, socket) => {
  upgrades += 1;
  socket.end();
});

beforeAll(() =>
  begin({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, (drawing) => drawing.waitForFunction(() => window.drawn === true)),
);
afterAll(async () => {
  host.process.kill('SIGTERM');
  await host.exited;
  server.close();
  rmSync(userData, { recursive: true, force: true });
});

const ask = (name: string, input?: unknown): Promise<unknown> =>
  page.evaluate(([to, value]) => window.fixture.ask(to, value), [name, input] as const);

test('draws the page and carries values as structured clones', async () => {
  expect(await page.textContent('h1')).toBe('Drawn');
  const value = { text: 'é', list: [1, undefined, null], date: new Date(5), big: 12n, $: 'mark', nan: Number.NaN };
  expect(await ask('echo', value)).toEqual(value);
});

test('carries no function, in either direction', async () => {
  await expect(ask('uncloneable')).rejects.toThrow(/An object could not be cloned\./);
  expect(host.lines.join('\n')).toContain("Error occurred in handler for 'uncloneable'");
  const carried = page.evaluate(() => window.fixture.ask('echo', { call: () => 1 }));
  await expect(carried).rejects.toThrow(/An object could not be cloned\./);
});

test('copies what the page gives to the bridge by the rules of contextBridge', async () => {
  const copied = await page.evaluate(async () => {
    const { ask: send } = window.fixture;
    const refused = (value: unknown) => send('echo', value).then(String, (error: unknown) => String(error));
    return [
      await send('echo', [new AbortController().signal, new URL('app://bundle/'), new DOMException('a')]),
      await refused(document.body),
      await Promise.resolve(new Proxy({}, {})).then((proxy) => {
        try {
          return send('echo', proxy);
        } catch (error) {
          return String(error);
        }
      }),
      Proxy.revocable({}, {}).proxy instanceof Object,
    ];
  });
  expect(copied).toEqual([
    [{}, {}, {}],
    expect.stringContaining('An object could not be cloned.'),
    'Error: An object could not be cloned.',
    true,
  ]);
});

test('gives an event the sender that the app knows', async () => {
  expect(await ask('sender')).toEqual({ url: 'app://bundle/', top: true, ours: true });
});

test('delivers messages of main to the page', async () => {
  expect(await page.evaluate(() => window.fixture.greetings())).toEqual([{ at: new Date(0), list: [1, undefined] }]);
});

test('delivers one-way messages of the page to main, with the frame that sent them', async () => {
  await page.evaluate(() => window.fixture.note({ id: 1 }));
  await expect.poll(() => ask('noted')).toEqual([['app://bundle/', { id: 1 }]]);
});

test('throws the name of a member without a model', async () => {
  await expect(ask('absent')).rejects.toThrow(/does not model app\.getGPUInfo/);
  await expect(ask('construct')).rejects.toThrow(/does not model View/);
});

test('gives every kind of import the same module', async () => {
  expect(await ask('same')).toBe(true);
});

test('freezes the bridge and shows the page nothing of the host', async () => {
  const changed = await page.evaluate(() => {
    Reflect.set(window.fixture.fixed.deep, 'value', 2);
    return [window.fixture.fixed.deep.value, 'latchkeyHost' in window, 'require' in window, 'process' in window];
  });
  expect(changed).toEqual([1, false, false, false]);
});

test('gives the app the address of a request as Chromium writes it, and nothing of the stand-in', async () => {
  await page.evaluate(() => fetch('/a/../b\\c/%2e%2e/..%2fd?x=/../y#z', { method: 'POST', body: 'x' }));
  const requested = (await ask('requested')) as string[][];
  expect(requested.at(-1)?.[0]).toBe('app://bundle/b/..%2fd?x=/../y');
  expect(requested.flat().filter((text) => text.includes('invalid'))).toEqual([]);
});

test('refuses the page by name what a page of a custom scheme lacks', async () => {
  const uses = await page.evaluate(() => {
    const attempt = (use: () => unknown): string => {
      try {
        return `done ${use()}`;
      } catch (error) {
        return String(error);
      }
    };
    return [
      attempt(() => document.cookie),
      attempt(() => Reflect.set(document, 'cookie', 'a=b')),
      attempt(() => navigator.serviceWorker.register('/x.js')),
      attempt(() => caches.open('x')),
      attempt(() => localStorage.getItem('x')),
    ];
  });
  for (const [at, name] of ['cookie', 'cookie', 'serviceWorker', 'caches'].entries()) {
    expect(uses[at]).toContain(`does not model ${name} on a page of a custom scheme`);
  }
  expect(uses[4]).toBe('done null');
});

test('blocks every request to an address outside the app', async () => {
  await page.waitForFunction(() => window.refused === true);
  expect(host.facts).toContainEqual({ host: 'refused-request', url: 'https://elsewhere.example/', by: 'fetch' });
});

test('applies the app’s policy to navigation and new windows', async () => {
  await page.evaluate(() => {
    location.href = 'https://elsewhere.example/away';
    window.open('https://elsewhere.example/open');
  });
  await expect
    .poll(() => host.facts.some((fact) => fact.host === 'refused-request' && fact.by === 'navigation'))
    .toBe(true);
  expect(page.url()).toBe('https://bundle.latchkey.invalid/');
  expect(browser.contexts()[0]?.pages()).toHaveLength(1);
});

test('emits the start of a navigation to another document, unless the app prevented it', async () => {
  const start = ['app://bundle/', true, false];
  expect(await ask('navigations')).toEqual([start]);
  await page.reload();
  await page.waitForFunction(() => window.drawn === true);
  expect(await ask('navigations')).toEqual([start, start]);
});

test('runs menu items by their accelerators', async () => {
  await page.keyboard.press('ControlOrMeta+2');
  await expect.poll(() => ask('chosen')).toBe(1);
});

test('gives the page the theme that the app sets', async () => {
  expect(await ask('theme', 'dark')).toBe(true);
  await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  expect(await ask('theme', 'light')).toBe(false);
});

test('marks its ciphertext as unprotected', async () => {
  expect(await ask('sealed')).toEqual({ start: 'v10', opened: 'planted' });
});

test('has the keyring that a test gives it, with Chromium’s tags and Electron’s messages', async () => {
  const old = await ask('reseal');
  await host.changeKeyring('unlocked');
  expect(await ask('sealed')).toEqual({ start: 'v11', opened: 'planted' });
  expect(await ask('unseal', old)).toEqual({ result: 'planted', shouldReEncrypt: true });
  const kept = await ask('reseal');
  await host.changeKeyring('locked');
  expect(await ask('sealed')).toEqual({ start: 'v10', opened: 'planted' });
  await expect(ask('unseal', kept)).rejects.toThrow(/temporarily unavailable. Please try again/);
  await host.changeKeyring('refusing');
  await expect(ask('sealed')).rejects.toThrow(/Error while encrypting the text/);
  await expect(ask('unseal', old)).rejects.toThrow(/Error while decrypting the ciphertext/);
  await host.changeKeyring('none');
});

test('has one window of a name, and keeps its size for the next start', async () => {
  expect(await ask('named')).toBe("TypeError: Window name 'main' is already in use. Window names must be unique.");
  expect(await ask('resized')).toBe(777);
});

test('says which window has the focus, if one has it', async () => {
  expect(await ask('focus', true)).toEqual([1, true, true]);
  expect(await ask('focus', false)).toEqual([null, false, true]);
});

test('tells the app once that a page is painted', async () => {
  await expect.poll(() => ask('painted')).toBeGreaterThan(0);
});

test('asks the app for a context menu, and chooses in it what a test says', async () => {
  const field = page.locator('input');
  await field.click({ button: 'right' });
  const labels = () => {
    const shown = host.facts.findLast((fact) => fact.host === 'recorded' && fact.what === 'menu.popup');
    const items = shown?.host === 'recorded' ? (shown.detail as { label: string; enabled: boolean }[]) : [];
    return items.map(({ label, enabled }) => (enabled ? label : `(${label})`));
  };
  await expect.poll(labels).toEqual(['(Cut)', 'Paste', '', 'Select All', 'In a field']);
  const before = (await ask('chosen')) as number;
  await host.chooseInMenu('In a field');
  expect(await ask('chosen')).toBe(before + 10);
  await field.click({ button: 'right' });
  await expect
    .poll(() => host.facts.filter((fact) => fact.host === 'recorded' && fact.what === 'menu.popup').length)
    .toBe(2);
  await host.chooseInMenu('Select All');
  expect(await field.evaluate((one: HTMLInputElement) => [one.selectionStart, one.selectionEnd])).toEqual([0, 5]);
  await field.click({ button: 'right' });
  await expect.poll(labels).toContain('Cut');
  await host.chooseInMenu('Cut');
  await expect.poll(() => field.inputValue()).toBe('');
  await field.click({ button: 'right' });
  await expect.poll(labels).toContain('(Cut)');
  await host.chooseInMenu('Paste');
  await expect.poll(() => field.inputValue()).toBe('typed');
});

test('cancels dialogs, which nobody sees without a display', async () => {
  expect(await ask('save')).toEqual({ canceled: true, filePath: '' });
  expect(await ask('question')).toMatchObject({ response: 1 });
  expect(host.facts).toContainEqual({ host: 'recorded', what: 'dialog.showSaveDialog', detail: 'a.har' });
  const detail = { title: '', message: 'Go on?', detail: '', buttons: ['Yes', 'No'] };
  expect(host.facts).toContainEqual({ host: 'recorded', what: 'dialog.showMessageBox', detail });
});

test('runs a test’s functions in main, with the module that the app has', async () => {
  const doubled = (_electron: unknown, { text }: { text: string }) => Promise.resolve(text + text);
  expect(await Promise.all([host.evaluate(doubled, { text: 'a' }), host.evaluate(doubled, { text: 'b' })])).toEqual([
    'aa',
    'bb',
  ]);
  await host.evaluate(({ dialog }) => {
    Object.assign(dialog, { showSaveDialog: async () => ({ canceled: false, filePath: '/somewhere/a.har' }) });
  }, null);
  expect(await ask('save')).toEqual({ canceled: false, filePath: '/somewhere/a.har' });
  await expect(host.evaluate(({ app }) => app.getGPUInfo('basic'), null)).rejects.toThrow(/does not model app/);
});

test('accepts no certificate that nobody trusts, whatever the environment says', async () => {
  const server = await serveHttps((_request, response) => response.end('reached'));
  expect(await ask('fetched', server.origin)).toMatch(/CERT/);
  await server.close();
});

test.skipIf(process.getuid?.() !== 0)('runs as root without a sandbox, and the app knows', async () => {
  const { commandLine } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getInfo');
  expect([await ask('sandboxed'), commandLine.includes('--no-sandbox')]).toEqual([false, true]);
});

test('rejects a second instance', async () => {
  await expect(startHost({ userData, appDir })).rejects.toThrow(/ended with 3/);
});

test('quits like Electron on SIGTERM', async () => {
  host.process.kill('SIGTERM');
  // Windows has no such signal: it ends the process.
  expect(await host.exited).toBe(process.platform === 'win32' ? null : 0);
  if (process.platform !== 'win32') expect(existsSync(join(userData, 'chromium'))).toBe(false);
});

/** A start of Chromium costs seconds, so the second one is that of `npm run dev`. */
describe('started again, on the page of a development server', () => {
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    await begin({ ELECTRON_RENDERER_URL: `${origin}/` }, (drawing) =>
      drawing.getByRole('heading', { name: 'Served' }).waitFor(),
    );
  });

  test.skipIf(process.platform === 'win32')('opens its window where it was', async () => {
    expect(await ask('userData')).toBe(userData);
    expect(await ask('width')).toBe(777);
  });

  test('gives the page its preload, and main the page’s own address', async () => {
    expect(await ask('sender')).toMatchObject({ url: `${origin}/`, top: true });
  });

  test('opens the socket that tells of changes', async () => {
    await expect.poll(() => upgrades).toBeGreaterThan(0);
  });

  test('still refuses every other address', async () => {
    await page.waitForFunction(() => window.refused === true);
    expect(host.facts).toContainEqual({ host: 'refused-request', url: 'https://elsewhere.example/', by: 'fetch' });
  });

  test('ends when the window closes', async () => {
    await page.close();
    expect(await host.exited).toBe(0);
  });
});

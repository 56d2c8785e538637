/** The console as it is installed, in the Chromium host: what it refuses, its command line, one window, and its end by a signal. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { chromium } from 'playwright-core';
import { ensurePackTools } from '../../scripts/lib/dependencies.mjs';
import { buildRelay, relayFile } from '../../scripts/lib/relay.mjs';
import { runHost, startHost } from '../host/start-host.ts';
import { chosenBefore } from '../support/chosen-before.ts';
import { appReady, goTo, listingsShown } from './support/driver.ts';
import { freshDataDir } from './support/launch.ts';

test.skip(process.env.LATCHKEY_E2E === 'electron', 'the packaged console is started by the release workflow');

const FAILURE =
  "curl https://open-api.guesty.com/v1/listings -H 'Authorization: no-bearer'\nHTTP/1.1 401 Unauthorized\n";

/** Starts it with these arguments; it must end by itself and leave its data folder alone. */
async function run(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string },
) {
  const dataDir = join(freshDataDir(), 'never-made');
  const ended = await runHost(args, { packaged: true, input, env: { LATCHKEY_DATA: dataDir, ...env } });
  expect(existsSync(dataDir)).toBe(false);
  return ended;
}

test('refuses a switch and a variable that take protections away, with one sentence', async () => {
  const refused = await Promise.all([
    run(['--remote-debugging-port=9222'], {}),
    run([], { env: { NODE_OPTIONS: '--no-warnings' } }),
  ]);
  const names = ['--remote-debugging-port', 'NODE_OPTIONS'];
  for (const [at, { code, output, errors }] of refused.entries()) {
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(names[at]);
  }
});

test('diagnoses a file and its standard input without a window, also behind the switch of the AppImage', async () => {
  const file = join(freshDataDir(), 'failure.txt');
  writeFileSync(file, FAILURE);
  const [read, piped, refused] = await Promise.all([
    run(['--no-sandbox', 'diagnose', '--json', file], {}),
    run(['diagnose', '-'], { input: FAILURE }),
    run(['--no-sandbox', 'diagnose', '--inspect', file], {}),
  ]);
  expect([read.code, read.errors]).toEqual([1, '']);
  expect(JSON.parse(read.output)).toMatchObject({ version: 1, kind: 'text', exchanges: 1 });
  expect([piped.code, piped.errors]).toEqual([1, '']);
  expect(piped.output).toContain('The Bearer prefix was missing');
  expect([refused.code, refused.output]).toEqual([2, '']);
  expect(refused.errors).toContain('--inspect');
});

test('runs from its archive, leaves a second start to the first, and finishes its writes at SIGTERM', async () => {
  expect(await ensurePackTools()).toBe(true);
  const { packApplication } = await import('../../tools/pack/pack-application.ts');
  const archive = await packApplication(freshDataDir());
  const packed = readFileSync(archive);
  const dataDir = freshDataDir();
  chosenBefore(dataDir, { audience: 'support' });
  const settings = { appDir: archive, packaged: true, env: { LATCHKEY_SANDBOX: 'off' } };
  const host = await startHost({ userData: dataDir, args: ['--no-sandbox', '--background'], ...settings });
  const browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  // The browser begins with a blank page of its own.
  const pages = () => browser.contexts().flatMap((one) => one.pages().filter((page) => page.url() !== 'about:blank'));
  const startAgain = async (...more: string[]) => {
    const second = await runHost(['--no-sandbox', `--user-data-dir=${dataDir}`, ...more], settings);
    expect(second).toEqual({ code: 0, output: '', errors: '' });
  };
  await test.step('started by a program, it answers programs and opens no window before a person does', async () => {
    const env = { LATCHKEY_DATA: dataDir, LATCHKEY_KEY: 'lk_x' };
    // Without a compiler there is no command to ask with.
    if (buildRelay() === null) await expect.poll(() => spawnSync(relayFile(), ['programs'], { env }).status).toBe(77);
    await startAgain('--background');
    expect(pages()).toHaveLength(0);
    await startAgain();
    await expect.poll(() => pages().length).toBe(1);
  });
  const [page] = pages();
  if (!page) throw new Error('the host has no page');
  await appReady(page);
  const info = await page.evaluate(() => window.latchkey.app.info(null));
  expect(info).toMatchObject({ ok: true, value: { sandboxed: false } });

  await test.step('the sandbox answers, its pictures are drawn and the presets are there', async () => {
    const picture = (await listingsShown(page)).locator('img').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(JSON.stringify(await page.evaluate(() => window.latchkey.connections.presets(null)))).toContain('guesty');
  });
  await test.step('the worker of the journal runs', async () => {
    await goTo(page, 'Traffic');
    const exchanges = page.getByRole('table', { name: 'Exchanges, newest first' });
    await expect(exchanges.locator('tbody tr').first()).toContainText('200');
  });
  await test.step('the worker that reads a paste runs', async () => {
    await goTo(page, 'Doctor');
    await page.getByRole('link', { name: 'Paste a failure' }).click();
    await page.getByRole('textbox', { name: 'Paste what the customer sent' }).fill(FAILURE);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article').getByRole('heading', { level: 3 }).first()).toContainText('Bearer');
  });

  const unfinished = () => readdirSync(join(dataDir, 'store')).filter((name) => name.endsWith('-wal'));
  expect(unfinished()).not.toEqual([]);
  host.process.kill('SIGTERM');
  host.process.kill('SIGTERM');
  expect(await host.exited).toBe(0);
  expect(host.process.signalCode).toBeNull();
  expect(unfinished()).toEqual([]);
  expect(host.lines).toEqual([]);
  await browser.close().catch(() => {});

  const log = readFileSync(join(dataDir, 'logs', 'latchkey.log'), 'utf8');
  expect(log.split('\n').filter((line) => line !== '' && !line.includes('"level":"info"'))).toEqual([]);
  expect(readFileSync(archive).equals(packed)).toBe(true);
  expect(readdirSync(dirname(archive))).toEqual(['app.asar']);
});

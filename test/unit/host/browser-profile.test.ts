/** What the host's Chromium leaves on the disk, and how it is started. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningHost, startHost } from '../../host/start-host.ts';

const appDir = fileURLToPath(new URL('../../host/fixture', import.meta.url));
const isWindows = process.platform === 'win32';
/** Typed, stored and visited by the page; none of them may be in a file. */
const PLANTED = {
  secret: 'planted-client-secret-8c1f',
  guest: 'Plantaganet Guestperson',
  search: 'planted-search-near-the-sea',
  stored: 'planted-stored-value-55aa',
};

let root: string;
let userData: string;
let host: RunningHost;
let browser: Browser;

const makeFolders = (): void => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-typed-'));
  userData = join(root, 'profile');
};
async function endAll(): Promise<void> {
  await browser?.close().catch(() => {});
  host?.process.kill('SIGKILL');
  await host?.exited;
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}

async function begin(uid: number | null = null): Promise<Page> {
  const temporary = join(root, 'temporary');
  mkdirSync(temporary, { recursive: true });
  if (uid !== null) {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
    for (const file of ['', ...files]) chownSync(join(root, file), uid, uid);
  }
  host = await startHost({ userData, appDir, uid, env: { TMPDIR: temporary, TEMP: temporary, HOME: temporary } });
  browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('no page');
  await page.waitForFunction(() => window.drawn === true);
  return page;
}

/** Types the planted values as a person does, sends the form as the app does, and draws the page anew. */
async function typeEverything(page: Page): Promise<void> {
  await page.evaluate(({ search, stored }) => {
    document.body.innerHTML =
      '<form><input name="email" autocomplete="username"><input name="guest" autocomplete="name"><input name="secret" type="password" autocomplete="current-password"><button>Save</button></form><input name="search" id="search">';
    document.forms[0]?.addEventListener('submit', (event) => {
      event.preventDefault();
      document.forms[0]?.remove();
      void fetch('/saved', { method: 'POST' });
    });
    localStorage.setItem('kept', stored);
    location.hash = `#/availability?place=${search}`;
    document.title = search;
  }, PLANTED);
  await page.fill('[name=search]', PLANTED.search);
  await page.fill('[name=email]', PLANTED.search);
  await page.fill('[name=guest]', PLANTED.guest);
  await page.fill('[name=secret]', PLANTED.secret);
  await page.press('[name=secret]', 'Enter');
  await page.waitForFunction(() => document.forms.length === 0);
}

/** Files below the profile and the folder for temporary files that have a planted value in an encoding that Chromium writes. */
function filesWithPlanted(): string[] {
  const forms = Object.values(PLANTED).flatMap((value) =>
    [value, encodeURIComponent(value), value.replaceAll(' ', '+')].flatMap((text) => [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
    ]),
  );
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      // Chromium deletes files of its own while it runs.
      const content = existsSync(file) ? readFileSync(file) : Buffer.of();
      return forms.some((form) => content.includes(form));
    });
}

/** Waits until the running Chromium has ended. Its lock names its process; on Windows, it ends with its host. */
async function untilChromiumEnds(): Promise<void> {
  if (isWindows) return;
  const id = Number(
    readlinkSync(join(userData, 'chromium', 'SingletonLock'))
      .split('-')
      .at(-1),
  );
  const isRunning = () => {
    try {
      return process.kill(id, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
}

/** Whether the app says that the sandbox is on, and whether Chromium runs without one. */
async function sandboxes(page: Page): Promise<unknown> {
  const session = await browser.newBrowserCDPSession();
  const { commandLine } = await session.send('SystemInfo.getInfo');
  return {
    said: await page.evaluate(() => window.fixture.ask('sandboxed')),
    without: commandLine.includes('--no-sandbox'),
  };
}
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
/** For root on Linux the number of the user `nobody`. */
const OTHER_USER = isRoot && isLinux ? 65_534 : null;

/** A start of Chromium costs seconds, so these share one. */
describe('a profile that an earlier run left', () => {
  let page: Page;
  let left: string[];
  beforeAll(async () => {
    makeFolders();
    mkdirSync(join(userData, 'chromium', 'Default'), { recursive: true });
    if (!isWindows) chmodSync(userData, 0o755);
    writeFileSync(join(userData, 'chromium', 'Default', 'Login Data'), PLANTED.secret);
    // The lock of a run that was killed.
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(userData, 'host.lock'), JSON.stringify({ pid, began: null }));
    page = await begin(OTHER_USER);
    left = filesWithPlanted();
  });
  afterAll(endAll);

  test('is emptied of what that run left in it', () => {
    expect(left).toEqual([]);
  });

  test.skipIf(isWindows)('is for its owner only', () => {
    expect(statSync(userData).mode & 0o777).toBe(0o700);
  });

  test.skipIf(isRoot && !isLinux)('is used with a sandbox by another user than root, and the app knows', async () => {
    expect(await sandboxes(page)).toEqual({ said: true, without: false });
  });

  test('has one storage for all windows', async () => {
    await page.evaluate(() => localStorage.setItem('kept', '1'));
    const opened = page.context().waitForEvent('page');
    await page.evaluate(() => window.fixture.ask('another'));
    const another = await opened;
    await another.waitForFunction(() => window.drawn === true);
    expect(await another.evaluate(() => localStorage.getItem('kept'))).toBe('1');
    await another.close();
  });

  test('is made anew for a window that opens after the last one was closed, and the old one leaves nothing typed', async () => {
    await typeEverything(page);
    expect(filesWithPlanted()).toEqual([]);
    void page.evaluate(() => window.fixture.ask('reopen')).catch(() => {});
    await expect.poll(() => host.facts.filter((fact) => fact.host === 'ready').length, { timeout: 30_000 }).toBe(2);
    expect(filesWithPlanted()).toEqual([]);
    const cdp = host.facts.flatMap((fact) => (fact.host === 'ready' ? [fact.cdp] : [])).at(-1) ?? '';
    browser = await chromium.connectOverCDP(cdp, { noDefaults: true });
    const reopened = browser.contexts()[0]?.pages()[0];
    if (!reopened) throw new Error('no page');
    page = reopened;
    await page.waitForFunction(() => window.drawn === true);
    expect(await page.evaluate(() => localStorage.getItem('kept'))).toBeNull();
  });

  test('nothing typed, stored or visited is in a file while the app runs, and after a kill', async () => {
    await typeEverything(page);
    expect(filesWithPlanted()).toEqual([]);
    const chromiumEnded = untilChromiumEnds();
    host.process.kill('SIGKILL');
    await host.exited;
    // Chromium ends by itself then, and writes what it held back: history and sessions some seconds after a change.
    await chromiumEnded;
    expect(filesWithPlanted()).toEqual([]);
  }, 120_000);
});

describe('the sandbox of Chromium', () => {
  beforeEach(makeFolders);
  afterEach(endAll);

  test.skipIf(isRoot && !isLinux)('that the browser itself leaves out ends the start', async () => {
    if (OTHER_USER !== null) chownSync(root, OTHER_USER, OTHER_USER);
    const env = { LATCHKEY_HOST_SWITCHES: '--no-sandbox' };
    const start = startHost({ userData, appDir, uid: OTHER_USER, env });
    await expect(start).rejects.toThrow(/without its sandbox/);
  });
});

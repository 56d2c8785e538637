/** Starts the built app and returns its page: on Electron if its binary is installed, otherwise on the Chromium host. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { _electron, chromium, type Page } from 'playwright-core';
import { electronBinary } from '../../../scripts/lib/electron.mjs';
import { acceleratorOf } from '../../../src/shared/input/shortcuts.ts';
import type { AppCommand, Preferences } from '../../../src/shared/model/app.ts';
import type { Fact } from '../../host/report.ts';
import { type Evaluate, type RunningHost, startHost } from '../../host/start-host.ts';
import { chosenBefore } from '../../support/chosen-before.ts';
import { sandboxBefore } from '../../support/sandbox-before.ts';
import { electronLaunch } from './electron-launch.ts';
import { AppLog, isCrash, isError } from './electron-output.ts';

export interface LaunchOptions {
  /** The data directory; a new one by default. It is not deleted, so that a test can read it or start on it again. */
  readonly dataDir?: string;
  /** What a person chose before this start, unless the data directory has choices; null for a first start. By default, support. */
  readonly chosen?: Partial<Preferences> | null;
  /** Listings of a new sandbox: by default enough to scroll, of which every page costs a start. A first start has the sandbox's own number. */
  readonly listings?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Further switches, on Electron only. */
  readonly args?: readonly string[];
  /** `host`: the Chromium host, also where Electron is installed. */
  readonly runtime?: 'host';
  /** On the Chromium host only; headless unless LATCHKEY_E2E_HEADED is set. */
  readonly headless?: boolean;
}

export interface Latchkey {
  readonly runtime: 'electron' | 'host';
  readonly page: Page;
  readonly dataDir: string;
  /** Errors of the app and its page: its log without informational lines, crashes, page errors, console errors. */
  readonly logs: readonly string[];
  /** Chromium's own lines on Electron's stderr, which fail no test. Empty on the Chromium host. */
  readonly chromium: readonly string[];
  /** Addresses outside the app's own origin that the page requested; must stay empty. */
  readonly requestsOutside: readonly string[];
  /** Tray and notifications, which the Chromium host records instead of drawing. Empty on Electron. */
  readonly facts: readonly Fact[];
  /** The app's own origin, as the page sees it. */
  readonly origin: string;
  /** Chooses a command of the menu in a window, by default the first; on the Chromium host with the keys of the menu. */
  command(command: AppCommand, page?: Page): Promise<void>;
  /** Runs a function in the main process; it uses nothing outside itself. */
  readonly evaluate: Evaluate;
  /** What a person does outside the page, on the Chromium host; null on Electron. */
  readonly host: Pick<RunningHost, 'chooseInMenu' | 'changeKeyring'> | null;
  /** Answers every further dialog that saves or opens a file with an absolute path, or cancels it (null). */
  answerSaveDialog(path: string | null): Promise<void>;
  /** Chooses a button of every further message box, or presses Escape (null). */
  answerMessageBox(button: number | null): Promise<void>;
  /** What message boxes asked since the first `answerMessageBox`, as text. */
  askedBoxes(): Promise<string>;
  /** The text that was copied last. */
  copiedText(): Promise<string>;
  /** Quits as a person does, and waits until the process ends. */
  close(): Promise<void>;
  /** Kills the process (SIGKILL), like a power cut. */
  kill(): Promise<void>;
}

const FEW_LISTINGS = 60;

export const freshDataDir = (): string => mkdtempSync(join(tmpdir(), 'latchkey-e2e-'));

export async function launchLatchkey(options: LaunchOptions = {}): Promise<Latchkey> {
  const dataDir = options.dataDir ?? freshDataDir();
  const { chosen = { audience: 'support' } } = options;
  if (chosen) {
    chosenBefore(dataDir, chosen);
    sandboxBefore(dataDir, options.listings ?? FEW_LISTINGS);
  }
  const wanted = options.runtime ?? process.env.LATCHKEY_E2E;
  const binary = wanted === 'host' ? null : electronBinary();
  if (wanted === 'electron' && !binary) throw new Error('Electron is wanted, and its binary is not installed.');
  return binary ? onElectron(binary, dataDir, options) : onHost(dataDir, options);
}

/** A busy machine draws late: the tests wait as long as their `expect` does. */
const TIMEOUT_MS = 90_000;

/** Collects the page's errors and requests. */
function watch(page: Page, origin: string, logs: string[], requestsOutside: string[]): void {
  page.context().setDefaultTimeout(TIMEOUT_MS);
  page.on('pageerror', (error) => logs.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') logs.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) {
      requestsOutside.push(request.url());
    }
  });
}

/** What a test does in the main process in place of a person. */
const inMain = (evaluate: Evaluate) => ({
  evaluate,
  answerSaveDialog: (path: string | null) =>
    evaluate(({ dialog }, filePath) => {
      const canceled = filePath === null;
      Object.assign(dialog, {
        showSaveDialog: async () => ({ canceled, filePath: filePath ?? '' }),
        showOpenDialog: async () => ({ canceled, filePaths: filePath === null ? [] : [filePath] }),
      });
    }, path),
  answerMessageBox: (button: number | null) =>
    evaluate(({ dialog }, chosen) => {
      const kept = globalThis as { asked?: unknown[] };
      const asked = kept.asked ?? [];
      kept.asked = asked;
      // Electron takes an optional window first.
      const showMessageBox = async (...args: { cancelId?: number }[]) => {
        const box = args.at(-1);
        asked.push(box);
        return { response: chosen ?? box?.cancelId ?? 0, checkboxChecked: false };
      };
      Object.assign(dialog, { showMessageBox });
    }, button),
  askedBoxes: () => evaluate(() => JSON.stringify((globalThis as { asked?: unknown[] }).asked ?? []), null),
  copiedText: () => evaluate(({ clipboard }) => clipboard.readText(), null),
});

async function onHost(dataDir: string, options: LaunchOptions): Promise<Latchkey> {
  const headless = options.headless ?? !process.env.LATCHKEY_E2E_HEADED;
  const host = await startHost({ userData: dataDir, headless, ...(options.env ? { env: options.env } : {}) });
  // Without Playwright's defaults, because they would replace the theme that the app sets.
  const browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the host has no page');
  const origin = 'https://bundle.latchkey.invalid';
  const logs: string[] = [];
  const seen: string[] = [];
  watch(page, origin, logs, seen);
  return {
    runtime: 'host',
    page,
    dataDir,
    facts: host.facts,
    host,
    chromium: [],
    origin,
    get logs() {
      return [...host.lines, ...logs].filter(isError);
    },
    // Includes requests that the host refused: it sees the page from its start.
    get requestsOutside() {
      return [...seen, ...host.facts.flatMap((fact) => (fact.host === 'refused-request' ? [fact.url] : []))];
    },
    command: (command, to = page) => to.keyboard.press(acceleratorOf(command).replace('CmdOrCtrl', 'ControlOrMeta')),
    ...inMain(host.evaluate),
    async close() {
      host.process.kill('SIGTERM');
      await host.exited;
      await browser.close().catch(() => {});
    },
    async kill() {
      host.process.kill('SIGKILL');
      await host.exited;
      await browser.close().catch(() => {});
    },
  };
}

async function onElectron(binary: string, dataDir: string, { env, args }: LaunchOptions): Promise<Latchkey> {
  const isRoot = process.getuid?.() === 0;
  const appLog = new AppLog(join(dataDir, 'logs', 'latchkey.log'));
  const app = await _electron.launch(
    electronLaunch({ binary, dataDir, env, args, platform: process.platform, isRoot }),
  );
  const started = app.process();
  const exited = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  const stderr: string[] = [];
  if (started.stderr) createInterface({ input: started.stderr }).on('line', (line) => stderr.push(line));
  // On Windows, Playwright starts a shell, whose process id `started` has.
  const pid = await app.evaluate(() => process.pid);
  const page = await app.firstWindow();
  const origin = 'app://bundle';
  const pageErrors: string[] = [];
  const requestsOutside: string[] = [];
  watch(page, origin, pageErrors, requestsOutside);
  return {
    runtime: 'electron',
    page,
    dataDir,
    facts: [],
    host: null,
    origin,
    get logs() {
      return [...appLog.errors(), ...stderr.filter(isCrash), ...pageErrors];
    },
    get chromium() {
      return stderr.filter((line) => !isCrash(line) && !line.startsWith('{"at":'));
    },
    requestsOutside,
    async command(command, to = page) {
      const window = await app.browserWindow(to);
      await window.evaluate((own) => {
        own.focus();
        // A machine without a person may give its focus to no window.
        if (!own.isFocused()) own.emit('focus');
      });
      await app.evaluate(({ Menu }, accelerator) => {
        const within = (items: Electron.MenuItem[]): Electron.MenuItem[] =>
          items.flatMap((item) => [item, ...within(item.submenu?.items ?? [])]);
        const item = within(Menu.getApplicationMenu()?.items ?? []).find((one) => one.accelerator === accelerator);
        if (!item) throw new Error(`the menu has no item with ${accelerator}`);
        item.click();
      }, acceleratorOf(command));
    },
    ...inMain((call, argument) => app.evaluate(call as never, argument) as never),
    async close() {
      await app.close();
    },
    async kill() {
      process.kill(pid, 'SIGKILL');
      await exited;
    },
  };
}

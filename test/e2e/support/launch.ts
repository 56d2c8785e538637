/** Starts the built app and returns its page: on Electron if its binary is installed, otherwise on the Chromium host. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, chromium, type Page } from 'playwright-core';
import { electronBinary } from '../../../scripts/lib/electron.mjs';
import type { Preferences } from '../../../src/shared/model/app.ts';
import type { Fact } from '../../host/report.ts';
import { startHost } from '../../host/start-host.ts';
import { chosenBefore } from '../../support/chosen-before.ts';

export interface LaunchOptions {
  /** The data directory; a new one by default. It is not deleted, so that a test can read it or start on it again. */
  readonly dataDir?: string;
  /** What a person chose before this start, unless the data directory has choices; null for a first start. By default, support. */
  readonly chosen?: Partial<Preferences> | null;
  readonly env?: Readonly<Record<string, string>>;
  /** `host`: the Chromium host, also where Electron is installed. */
  readonly runtime?: 'host';
  /** On the Chromium host only; headless unless LATCHKEY_E2E_HEADED is set. */
  readonly headless?: boolean;
}

export interface Latchkey {
  readonly runtime: 'electron' | 'host';
  readonly page: Page;
  readonly dataDir: string;
  /** Errors of the app and its page: stderr without informational lines, page errors, console errors. */
  readonly logs: readonly string[];
  /** Addresses outside the app's own origin that the page requested; must stay empty. */
  readonly requestsOutside: readonly string[];
  /** Tray and notifications, which the Chromium host records instead of drawing. Empty on Electron. */
  readonly facts: readonly Fact[];
  /** The app's own origin, as the page sees it. */
  readonly origin: string;
  /** Answers every further dialog that saves or opens a file with an absolute path, or cancels it (null). */
  answerSaveDialog(path: string | null): Promise<void>;
  /** Chooses a button of every further message box, or presses Escape (null). */
  answerMessageBox(button: number | null): Promise<void>;
  /** The text that was copied last. */
  copiedText(): Promise<string>;
  /** Quits as a person does, and waits until the process ends. */
  close(): Promise<void>;
  /** Kills the process (SIGKILL), like a power cut. */
  kill(): Promise<void>;
}

const projectDir = fileURLToPath(new URL('../../../', import.meta.url));

export const freshDataDir = (): string => mkdtempSync(join(tmpdir(), 'latchkey-e2e-'));

export async function launchLatchkey(options: LaunchOptions = {}): Promise<Latchkey> {
  const dataDir = options.dataDir ?? freshDataDir();
  const { chosen = { audience: 'support' } } = options;
  if (chosen) chosenBefore(dataDir, chosen);
  const wanted = options.runtime ?? process.env.LATCHKEY_E2E;
  const binary = wanted === 'host' ? null : electronBinary();
  if (wanted === 'electron' && !binary) throw new Error('Electron is wanted, and its binary is not installed.');
  return binary ? onElectron(binary, dataDir, options) : onHost(dataDir, options);
}

/** The app's own log also has informational lines, such as the size of the opened journal. */
const isError = (line: string): boolean => !line.includes('"level":"info"');

/** Collects the page's errors and requests. */
function watch(page: Page, origin: string, logs: string[], requestsOutside: string[]): void {
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
    origin,
    get logs() {
      return [...host.lines, ...logs].filter(isError);
    },
    // Includes requests that the host refused: it sees the page from its start.
    get requestsOutside() {
      return [...seen, ...host.facts.flatMap((fact) => (fact.host === 'refused-request' ? [fact.url] : []))];
    },
    answerSaveDialog: (path) => host.answerSaveDialog(path),
    answerMessageBox: (button) => host.answerMessageBox(button),
    async copiedText() {
      const copies = host.facts.flatMap((fact) =>
        fact.host === 'recorded' && fact.what === 'clipboard.write' ? [fact.detail] : [],
      ) as { readonly 'text/plain': string }[];
      return copies.at(-1)?.['text/plain'] ?? '';
    },
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

async function onElectron(binary: string, dataDir: string, options: LaunchOptions): Promise<Latchkey> {
  const args = [projectDir, `--user-data-dir=${dataDir}`];
  if (process.platform === 'linux' && process.getuid?.() === 0) args.push('--no-sandbox');
  const app = await _electron.launch({
    executablePath: binary,
    args,
    cwd: projectDir,
    env: { ...(process.env as Record<string, string>), ...options.env },
  });
  const page = await app.firstWindow();
  const origin = 'app://bundle';
  const logs: string[] = [];
  const requestsOutside: string[] = [];
  app.process().stderr?.on('data', (data: Buffer) => {
    logs.push(
      ...data
        .toString()
        .split('\n')
        .filter((line) => line !== '' && isError(line)),
    );
  });
  watch(page, origin, logs, requestsOutside);
  const process_ = app.process();
  const exited = new Promise<void>((resolve) => process_.once('exit', () => resolve()));
  return {
    runtime: 'electron',
    page,
    dataDir,
    facts: [],
    origin,
    logs,
    requestsOutside,
    async answerSaveDialog(path) {
      await app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: filePath === null, filePath: filePath ?? '' });
        dialog.showOpenDialog = async () => ({ canceled: filePath === null, filePaths: filePath ? [filePath] : [] });
      }, path);
    },
    async answerMessageBox(button) {
      await app.evaluate(({ dialog }, chosen) => {
        // Electron takes an optional window first.
        const answer = async (...args: { cancelId?: number }[]) => ({
          response: chosen ?? args.at(-1)?.cancelId ?? 0,
          checkboxChecked: false,
        });
        Object.assign(dialog, { showMessageBox: answer });
      }, button);
    },
    copiedText: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    async close() {
      await app.close();
    },
    async kill() {
      process_.kill('SIGKILL');
      await exited;
    },
  };
}

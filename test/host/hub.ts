/** What the parts of the host share: the options, the browser once it runs, and who serves the app's scheme. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { type HostOptions, readOptions } from './options.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

export const options: HostOptions = readOptions(process.argv.slice(2), process.env);

/** Where this system keeps the data of applications. */
export function appDataDir(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
}

/**
 * The host's profile is not the one of the packaged app: what it encrypts, Electron could not read, and the reverse.
 * `--user-data-dir` names another, as it does for Electron.
 */
export const hub = {
  userData: options.userDataDir ?? join(appDataDir(), `${options.productName} (Chromium host)`),
  appName: options.productName,
  ready: false,
  schemes: new Map<string, SchemeHandler>(),
  /** Schemes registered as privileged; only those can be served to a window. */
  privileged: new Set<string>(),
  /** The browser, from the moment it is needed. */
  browser: null as Promise<BrowserContext> | null,
};

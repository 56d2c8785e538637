/** State that the parts of the host share: the options, the browser, and the handlers of the app's scheme. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { type HostOptions, readOptions } from './options.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

export const options: HostOptions = readOptions(process.argv.slice(2), process.env);

/** The system's folder for application data. */
export function appDataDir(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
}

/** Whether Chromium starts with its sandbox. As root it starts without only. */
const isSandboxed =
  process.getuid?.() !== 0 && process.env.ELECTRON_DISABLE_SANDBOX === undefined && !options.switches.has('no-sandbox');

/**
 * The host has a profile of its own, because it and Electron cannot decrypt each other's data. `--user-data-dir` names another profile,
 * as for Electron.
 */
export const hub = {
  userData: options.userDataDir ?? join(appDataDir(), `${options.productName} (Chromium host)`),
  appName: options.productName,
  ready: false,
  schemes: new Map<string, SchemeHandler>(),
  /** Schemes registered as privileged; the host serves only these to a window. */
  privileged: new Set<string>(),
  isSandboxed,
  /** Switches of the command line, which the app reads and changes. */
  switches: new Map([...options.switches, ...(isSandboxed ? [] : [['no-sandbox', ''] as const])]),
  /** Chromium's switches for what the app decided about the network of its window. */
  networkSwitches: new Map<string, string>(),
  /** The browser, from its first use on. */
  browser: null as Promise<BrowserContext> | null,
};

/** The host's options, from arguments, or from the environment where a test cannot pass arguments. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface HostOptions {
  /** Folder of the app: its package.json names the main module. */
  readonly appDir: string;
  readonly productName: string;
  readonly version: string;
  readonly mainModule: string;
  /** As an installed app is started: no folder among the arguments, `isPackaged`, and every argument is the app's, none the host's. */
  readonly packaged: boolean;
  readonly headless: boolean;
  /**
   * The browser starts with the first window and obeys what the app decided about its network until then. Otherwise it starts before the
   * app's code, as in Electron, with a network of its own, of which only requests are refused.
   */
  readonly obeysNetwork: boolean;
  /** Draws in Chromium's headless shell where it is installed: it has no window, and does not know the policy for WebRTC. */
  readonly inShell: boolean;
  /** DevTools port for tests that attach (0: any free one), or null for none. */
  readonly cdpPort: number | null;
  readonly userDataDir: string | null;
  /** Origin of the development server, which serves the page in place of the app's scheme; null without one. */
  readonly developmentOrigin: string | null;
  /** A selector whose first element each page reports when it was drawn, or null. */
  readonly watched: string | null;
  /** Switches of the host's own Chromium, with dashes, which the app does not see. */
  readonly browserSwitches: readonly string[];
  /** Chromium switches of the command line as the app sees them, without dashes. */
  readonly switches: ReadonlyMap<string, string>;
  /** `process.argv` as the app sees it. */
  readonly argv: readonly string[];
}

interface AppPackage {
  name: string;
  productName?: string;
  version: string;
  main: string;
}

/** Reads arguments and environment. Throws when the app has no package.json. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): HostOptions {
  const appDir = resolve(env.LATCHKEY_HOST_APP ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..'));
  const about = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as AppPackage;
  const switches = switchesOf(args);
  const packaged = env.LATCHKEY_HOST_PACKAGED === '1';
  const own = packaged ? new Map<string, string>() : switches;
  const port = own.get('remote-debugging-port') ?? env.LATCHKEY_HOST_CDP;
  const userDataDir = switches.get('user-data-dir');
  const headless = own.has('headless') || env.LATCHKEY_HOST_HEADLESS === '1';
  const obeysNetwork = env.LATCHKEY_HOST_NETWORK === 'app';
  return {
    appDir,
    productName: about.productName ?? about.name,
    version: about.version,
    mainModule: resolve(appDir, about.main),
    packaged,
    headless,
    obeysNetwork,
    inShell: headless && !obeysNetwork && env.LATCHKEY_HOST_BROWSER === 'shell',
    cdpPort: port === undefined || port === '' ? null : Number(port),
    browserSwitches: env.LATCHKEY_HOST_SWITCHES?.split(' ').filter(Boolean) ?? [],
    watched: env.LATCHKEY_HOST_WATCH ?? null,
    developmentOrigin: env.ELECTRON_RENDERER_URL ? new URL(env.ELECTRON_RENDERER_URL).origin : null,
    userDataDir: userDataDir ? resolve(userDataDir) : null,
    switches,
    argv: packaged ? [process.execPath, ...args] : [process.execPath, appDir, ...args],
  };
}

/** The switches as Chromium reads them: behind one dash or two, until a `--`. */
function switchesOf(args: readonly string[]): Map<string, string> {
  const end = args.indexOf('--');
  const switches = new Map<string, string>();
  for (const arg of args.slice(0, end === -1 ? undefined : end)) {
    const match = /^--?([^=]+)(?:=(.*))?$/.exec(arg);
    if (match?.[1]) switches.set(match[1], match[2] ?? '');
  }
  return switches;
}

/** How the tests start Electron's binary. Pure, so that a machine without the binary can test it. */
import { fileURLToPath } from 'node:url';

export interface ElectronStart {
  readonly binary: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Further switches. */
  readonly args?: readonly string[] | undefined;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
}

const projectDir = fileURLToPath(new URL('../../../', import.meta.url));

/** Options for Playwright's `_electron.launch`. */
export function electronLaunch({ binary, dataDir, env, args: more = [], platform, isRoot }: ElectronStart) {
  const args = [projectDir, `--user-data-dir=${dataDir}`, ...more];
  // The desktop's keyring can ask a person for a password, and a test has none.
  if (platform === 'linux') args.push('--password-store=basic');
  if (isRoot) args.push('--no-sandbox');
  return {
    executablePath: binary,
    args,
    cwd: projectDir,
    env: { ...(process.env as Record<string, string>), ...env },
    // Playwright's defaults: a light page whatever the app sets, and no sandbox on Linux.
    colorScheme: null,
    chromiumSandbox: !args.includes('--no-sandbox'),
  };
}

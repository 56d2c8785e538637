/** Facts about how this app was installed, and the one tool of the system that installing the command needs. */
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';

export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder of the application's resources. */
  readonly resources: string;
  readonly userData: string;
  /** The folder on macOS in which every user finds commands. */
  readonly shared: string;
  /** Runs a script of PowerShell with more variables. Resolves with its output. */
  readonly powerShell: (script: string, env: Readonly<Record<string, string>>) => Promise<string>;
}

/** Returns the path of the command line's program in the folder of the application's resources. */
export const commandIn = ({ resources, platform }: Pick<Installation, 'resources' | 'platform'>): string =>
  join(resources, 'bin', platform === 'win32' ? 'latchkey.exe' : 'latchkey');

export const installationHere = (known: Pick<Installation, 'isPackaged' | 'resources' | 'userData'>): Installation => ({
  ...known,
  ...{ platform: process.platform, env: process.env, home: homedir(), shared: '/usr/local/bin' },
  async powerShell(script, more) {
    const env = { ...process.env, ...more };
    const root = env.SystemRoot ?? 'C:\\Windows';
    const program = win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
    const args = ['-NoProfile', '-NonInteractive', '-Command', `$ErrorActionPreference = 'Stop'\n${script}`];
    return (await promisify(execFile)(program, args, { env, windowsHide: true, timeout: 30_000 })).stdout;
  },
});

/** Reads the policies that an administrator sets with the system's own tools: the registry of Windows, and managed preferences of macOS. */

import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { promisify } from 'node:util';
import { SECOND_MS } from '../../shared/time/units.ts';

/** The policies that were found in `place`, by name. `values` is `null` when they cannot be read. */
export interface SystemPolicies {
  readonly place: string;
  readonly values: unknown;
}

export interface SystemPolicyPorts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly appId: string;
  /** Runs a program and resolves to its output. Rejects with the exit status as `code`. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
  readonly exists: (file: string) => Promise<boolean>;
}

const KEY = 'HKLM\\Software\\Policies\\Latchkey';

/** Returns the policies of the system; `null` when none are set, and on Linux, which has only the file. Never rejects. */
export async function readSystemPolicies(ports: SystemPolicyPorts): Promise<SystemPolicies | null> {
  if (ports.platform === 'win32') return readRegistry(ports);
  return ports.platform === 'darwin' ? readManagedPreferences(ports) : null;
}

/** The exit status of reg.exe when there is no such key. */
const NO_KEY = 1;

async function readRegistry({ env, run }: SystemPolicyPorts): Promise<SystemPolicies | null> {
  const reg = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
  try {
    return { place: KEY, values: valuesIn(await run(reg, ['query', KEY, '/reg:64'])) };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === NO_KEY;
    return isMissing ? null : { place: KEY, values: null };
  }
}

/** The values of a registry key in the output of `reg query`, by name. Each line is four spaces, name, four spaces, type, four spaces, data. */
function valuesIn(output: string): Record<string, unknown> {
  const lines = [...output.matchAll(/^ {4}(\S.*?) {4}(REG_\w+) {4}(.*?)\r?$/gm)];
  const values = lines.filter(([, name = '']) => !name.startsWith('('));
  return Object.fromEntries(values.map(([, name = '', type, data]) => [name, valueOfType(type, data)]));
}

/** The value of a text or a number; of any other type an object, which is no policy. */
function valueOfType(type: string | undefined, data: string | undefined): unknown {
  if (type === 'REG_SZ') return data;
  return type === 'REG_DWORD' ? Number(data) : { type };
}

async function readManagedPreferences({ appId, run, exists }: SystemPolicyPorts): Promise<SystemPolicies | null> {
  const place = posix.join('/Library/Managed Preferences', `${appId}.plist`);
  if (!(await exists(place))) return null;
  try {
    return { place, values: JSON.parse(await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', place])) };
  } catch {
    return { place, values: null };
  }
}

/** Gives the readers of policies access to this machine's programs, files and environment. */
export const systemPolicyPorts = (appId: string): SystemPolicyPorts => ({
  ...{ platform: process.platform, env: process.env, appId },
  run: async (program, args) => {
    const options = { timeout: 5 * SECOND_MS, windowsHide: true, encoding: 'utf8' as const };
    return (await promisify(execFile)(program, args, options)).stdout;
  },
  exists: (file) =>
    access(file).then(
      () => true,
      () => false,
    ),
});

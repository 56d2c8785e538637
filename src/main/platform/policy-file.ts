/** The path of the administrator's policies, in a folder where only an administrator may make files. */
import { join, win32 } from 'node:path';

export function policyFile(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  if (platform === 'win32') return win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Latchkey', 'policies.json');
  const folder = platform === 'darwin' ? '/Library/Application Support/Latchkey' : '/etc/latchkey';
  return join(folder, 'policies.json');
}

/** Installs packages of Debian, as root on Debian only. */
import { readFileSync } from 'node:fs';
import { run } from './project.mjs';

export function mayInstall() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** RUNLEVEL keeps the packages of services from starting them. */
const aptGet = (args, options) =>
  run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }, ...options });

export const update = () => aptGet(['update']);
export const install = (packages, options) =>
  aptGet(['install', '-y', '--no-install-recommends', ...packages], options);

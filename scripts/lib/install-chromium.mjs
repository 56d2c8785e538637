/** Installs Debian's Chromium on a machine without a browser, as root only. */
import { readFileSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { run, say } from './project.mjs';

function mayInstall() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Path of a browser, or null. Installs Chromium first when none is found and the user is root on Debian. */
export async function ensureChromium() {
  const found = findChromium();
  if (found || !mayInstall()) return found;
  say("Installing Debian's chromium (apt-get) …");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'];
  let outcome = await run('apt-get', install, { env });
  if (outcome.code !== 0) {
    await run('apt-get', ['update'], { env });
    outcome = await run('apt-get', install, { env });
  }
  if (outcome.code !== 0) process.stderr.write(outcome.output);
  return findChromium();
}

export const NO_BROWSER = 'No Chromium or Chrome was found; install one, or set CHROME to its path, and start again.';

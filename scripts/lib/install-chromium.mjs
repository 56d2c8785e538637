/** Installs Debian's Chromium on a machine without a browser, as root only. */
import { readFileSync } from 'node:fs';
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { run, say } from './project.mjs';

function mayInstall() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
/** Ends an installation that waits for the network. */
const SHELL_TIMEOUT_MS = 120_000;

/**
 * Path of Chromium's headless shell, or null. Installs the one of the installed Debian chromium first, if it can be had without another
 * version of the browser.
 */
export async function ensureHeadlessShell() {
  const found = findHeadlessShell();
  if (found || findChromium() !== DEBIAN_CHROMIUM || !mayInstall()) return found;
  const { output } = await run('dpkg-query', ['--status', 'chromium']);
  const [, version] = /^Version: (.+)$/m.exec(output) ?? [];
  if (!version) return null;
  const install = ['install', '-y', '--no-install-recommends', `chromium-headless-shell=${version}`];
  await run('apt-get', install, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: SHELL_TIMEOUT_MS,
  });
  return findHeadlessShell();
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

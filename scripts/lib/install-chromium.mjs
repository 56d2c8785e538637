/** Installs Debian's Chromium on a machine without a browser, as root only. */
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { install, mayInstall, update } from './debian.mjs';
import { run, say } from './project.mjs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const PACKAGES = ['chromium', 'fonts-liberation'];
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
  await install([`chromium-headless-shell=${version}`], { timeoutMs: SHELL_TIMEOUT_MS });
  return findHeadlessShell();
}

/** Path of a browser, or null. Installs Chromium first when none is found and the user is root on Debian; for tests, with its headless shell. */
export async function ensureChromium({ withShell = false } = {}) {
  const found = findChromium();
  if (found || !mayInstall()) return found;
  say("Installing Debian's chromium (apt-get) …");
  const shell = withShell ? ['chromium-headless-shell'] : [];
  let outcome = await install([...PACKAGES, ...shell]);
  if (outcome.code !== 0) {
    await update();
    outcome = await install(PACKAGES);
  }
  if (outcome.code !== 0) process.stderr.write(outcome.output);
  return findChromium();
}

export const NO_BROWSER = 'No Chromium or Chrome was found; install one, or set CHROME to its path, and start again.';

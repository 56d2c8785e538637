/** Finds an installed Chromium, Chrome or Edge. Uses only Node's modules, because it also runs before anything is installed. */
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge'];
const HEADLESS_SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];

function candidates(env, commands = COMMANDS) {
  if (process.platform === 'darwin') {
    const apps = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
    return ['/Applications', join(homedir(), 'Applications')].flatMap((dir) =>
      apps.map((app) => join(dir, `${app}.app`, 'Contents', 'MacOS', app)),
    );
  }
  if (process.platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);
    return roots.flatMap((root) => [
      join(root, 'Chromium', 'Application', 'chrome.exe'),
      join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]);
  }
  const dirs = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/opt/google/chrome'].filter(Boolean);
  return commands.flatMap((name) => dirs.map((dir) => join(dir, name)));
}

const chosenBrowser = (env) =>
  [env.LATCHKEY_CHROMIUM, env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH, env.CHROME, env.CHROME_PATH].find(
    (chosen) => chosen && isExecutable(chosen),
  );

/** Path of the browser to use, or null. LATCHKEY_CHROMIUM and CHROME take precedence over the search. */
export function findChromium(env = process.env) {
  return chosenBrowser(env) ?? candidates(env).find(isExecutable) ?? null;
}

/**
 * Path of Chromium's headless shell, the engine without the window and the services of a browser; null where it is not installed, and where a
 * browser was chosen. Linux only.
 */
export function findHeadlessShell(env = process.env) {
  if (process.platform !== 'linux' || chosenBrowser(env)) return null;
  return candidates(env, HEADLESS_SHELLS).find(isExecutable) ?? null;
}

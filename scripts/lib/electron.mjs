/** Finds Electron's binary or downloads it. A failed download is remembered for a day, so that the next start does not wait again. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, inProject, node24, run, say } from './project.mjs';

const packageDir = inProject('node_modules', 'electron');
const failureFile = join(cacheDir, 'electron-unavailable.json');
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
const PROBE_TIMEOUT_MS = 5_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60 * 1000;

const read = (file) => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};
const wantedVersion = () => JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')).version;

/** Path of the installed binary, or null. */
export function electronBinary() {
  const path = read(join(packageDir, 'path.txt'));
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageDir, 'dist');
  if (!process.env.ELECTRON_OVERRIDE_DIST_PATH && read(join(dist, 'version'))?.replace(/^v/, '') !== wantedVersion()) {
    return null;
  }
  const binary = join(dist, path ?? (process.platform === 'win32' ? 'electron.exe' : 'electron'));
  return existsSync(binary) ? binary : null;
}

/** Why Electron's sandbox does not work on this machine, or null. It needs unprivileged user namespaces, which Ubuntu forbids. */
function sandboxProblem(binary) {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return null;
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') !== '1') return null;
  try {
    const helper = statSync(join(binary, '..', 'chrome-sandbox'));
    if (helper.uid === 0 && (helper.mode & 0o4000) !== 0) return null;
  } catch {
    // There is no helper.
  }
  return 'this system allows its sandbox only to installed applications';
}

/** Whether the download server answers. Behind a proxy only the installer can find out. */
async function isReachable(version) {
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return true;
  const base = process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/';
  try {
    const probe = await fetch(`${base}v${version}/SHASUMS256.txt`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return probe.ok;
  } catch {
    return false;
  }
}

/** Returns `{ binary }`, or `{ reason }` when Electron cannot run here. */
export async function ensureElectron() {
  const usable = (binary) => {
    const reason = sandboxProblem(binary);
    return reason ? { reason } : { binary };
  };
  const installed = electronBinary();
  if (installed) return usable(installed);
  const version = wantedVersion();
  const reason = 'its download could not be reached';
  const known = JSON.parse(read(failureFile) ?? 'null');
  if (known?.version === version && Date.now() - known.at < RETRY_AFTER_MS) return { reason };
  if (await isReachable(version)) {
    say(`Fetching Electron ${version} …`);
    await run(node24(), [join(packageDir, 'install.js')], { timeoutMs: DOWNLOAD_TIMEOUT_MS });
    const fetched = electronBinary();
    if (fetched) {
      rmSync(failureFile, { force: true });
      return usable(fetched);
    }
  }
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(failureFile, JSON.stringify({ version, at: Date.now() }));
  return { reason };
}

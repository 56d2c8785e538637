/** Installs the dependencies when node_modules is missing or belongs to another package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, hasNode24, inProject, run, say, stop } from './project.mjs';

const stamp = join(cacheDir, 'lock');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex');

function upToDate(hash) {
  const installed = inProject('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash;
  return statSync(installed).mtimeMs >= statSync(inProject('package-lock.json')).mtimeMs;
}

/** The npm that runs this script, or the npm on the path. */
function npm() {
  if (process.env.npm_execpath?.endsWith('.js')) return [process.execPath, [process.env.npm_execpath]];
  // Windows starts a .cmd file only through its shell.
  return process.platform === 'win32' ? ['cmd.exe', ['/d', '/c', 'npm']] : ['npm', []];
}

export async function ensureDependencies() {
  const hash = lockHash();
  if (!upToDate(hash)) {
    say('Installing dependencies (npm ci) …');
    const [command, args] = npm();
    const { code } = await run(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      show: true,
      env: process.env,
    });
    if (code !== 0) stop('The dependencies could not be installed; the reason is above.');
  }
  // The install script of the package `node` fetches Node 24, and npm may be configured to skip install scripts.
  const installer = inProject('node_modules', 'node', 'installArchSpecificPackage.js');
  if (!hasNode24() && existsSync(installer)) await run(process.execPath, [installer], { show: true });
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    mkdirSync(cacheDir, { recursive: true });
    writeFileSync(stamp, hash);
  }
}

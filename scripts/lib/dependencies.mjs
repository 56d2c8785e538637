/** Installs the packages of a folder when its node_modules is missing or belongs to another package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasNode24, inProject, run, say, stop } from './project.mjs';

/** The npm that runs this script, or the npm on the path. */
export function npm() {
  if (process.env.npm_execpath?.endsWith('.js')) return [process.execPath, [process.env.npm_execpath]];
  // Windows starts a .cmd file only through its shell.
  return process.platform === 'win32' ? ['cmd.exe', ['/d', '/c', 'npm']] : ['npm', []];
}

/** Returns false when npm failed. */
async function npmCi(folder, flags, options) {
  const [command, args] = npm();
  const all = [...args, 'ci', ...flags, '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run(command, all, { ...options, cwd: folder, env: process.env });
  return code === 0;
}

/** Returns false when npm failed; `options` are those of `run`, `announce` is called before npm starts. */
async function ensureInstalled(folder, announce, options) {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules', '.package-lock.json');
  const stamp = join(folder, 'node_modules', '.cache', 'latchkey', 'lock');
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  if (existsSync(stamp) || !existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
    announce();
    // The lock has versions and hashes: npm need not ask about each package that it knows. What it knows may be older than the lock.
    const known = await npmCi(folder, ['--prefer-offline'], { ...options, show: false, write: () => {} });
    if (!known && !(await npmCi(folder, [], options))) return false;
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

/** What build, tests and releases need. */
export async function ensureDependencies() {
  const announce = () => say('Installing dependencies (npm ci) …');
  if (!(await ensureInstalled(inProject(), announce, { show: true }))) {
    stop('The dependencies could not be installed; the reason is above.');
  }
  if (!hasNode24()) stop('Latchkey needs Node 24 on this system; install it and start again.');
}

/** Installs a folder of tools. Returns false, after writing why, when that failed. */
async function ensureTools(folder, name, { write = (text) => process.stdout.write(text), lowPriority = false } = {}) {
  const announce = () => write(`Installing ${name} (npm ci) …\n`);
  const installed = await ensureInstalled(inProject('tools', folder), announce, { write, lowPriority });
  if (!installed) write(`Could not install ${name}; the reason is above.\n`);
  return installed;
}

/** The tools of the check, which also reads the types of what makes installers and of what benches compare with. */
export const ensureCheckTools = async (options) =>
  (await ensureTools('check', 'the tools of the check', options)) &&
  (await ensurePackTools(options)) &&
  ensureBenchTools(options);

/** What makes installers, and reads them in tests. */
export const ensurePackTools = (options) => ensureTools('pack', 'what makes installers', options);

/** The clients that `npm run clients` tries. */
export const ensureClients = () => ensureTools('clients', 'the clients');

/** What benches compare with. */
export const ensureBenchTools = (options) => ensureTools('bench', 'what benches compare with', options);

/** Compiles the relay of installed applications (tools/relay) for each system and architecture that this machine has a compiler for. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inProject } from './project.mjs';

const sources = inProject('tools', 'relay');
const FLAGS = ['-std=c99', '-Os', '-Wall', '-Wextra', '-Werror'];
const ARCHES = { x64: 'x86_64', arm64: 'aarch64' };

/** electron-builder's names of the systems. */
const SYSTEMS = { linux: 'linux', darwin: 'mac', win32: 'win' };
export const relayFile = (system = SYSTEMS[process.platform], arch = process.arch) =>
  inProject('out', 'relay', `${system}-${arch}`, system === 'win' ? 'latchkey.exe' : 'latchkey');

/** The compilers and arguments for a target, the likeliest first. */
function compilersOf(system, arch) {
  if (system === 'mac') return [['clang', '-arch', arch === 'x64' ? 'x86_64' : 'arm64']];
  if (system === 'win') {
    const compilers = ['x86_64-w64-mingw32-gcc', ...(process.platform === 'win32' ? ['gcc'] : [])];
    return compilers.map((compiler) => [compiler, '-s', '-static', '-lshell32', '-ladvapi32']);
  }
  // Static, so that it starts fast and on systems older than the one that compiled it.
  const own = process.platform === 'linux' && process.arch === arch ? ['cc'] : [];
  return [...own, `${ARCHES[arch]}-linux-gnu-gcc`].map((compiler) => [compiler, '-s', '-static', '-pthread']);
}

const isCurrent = (file) =>
  existsSync(file) &&
  readdirSync(sources).every((one) => statSync(inProject('tools', 'relay', one)).mtimeMs <= statSync(file).mtimeMs);

/** Compiles `source` to `file`. Returns null, the output of a compiler that failed, or the names of those that are missing. */
function compile(source, file, compilers) {
  mkdirSync(dirname(file), { recursive: true });
  for (const [compiler, ...more] of compilers) {
    // Libraries have to come after what uses them.
    const args = [...FLAGS, ...(process.env.CFLAGS ?? '').split(' ').filter(Boolean), '-o', file, source, ...more];
    const { error, status, stdout, stderr } = spawnSync(compiler, args, { encoding: 'utf8' });
    if (!error) return status === 0 ? null : `${compiler}: ${stdout}${stderr}`;
  }
  return `no ${compilers.map(([compiler]) => compiler).join(' or ')}`;
}

/** Compiles the relay for a target unless it is current. Returns null, or the reason why it is not there. */
export function buildRelay(system = SYSTEMS[process.platform], arch = process.arch) {
  const file = relayFile(system, arch);
  if (isCurrent(file)) return null;
  // Windows on ARM runs the one for x64.
  if (system === 'win' && arch !== 'x64') {
    const reason = buildRelay('win', 'x64');
    if (reason !== null) return reason;
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(relayFile('win', 'x64'), file);
    return null;
  }
  return compile(inProject('tools', 'relay', 'latchkey.c'), file, compilersOf(system, arch));
}

/** Compiles another program of tools/relay for this machine. Returns null, or the reason why it is not there. */
export const buildBesideRelay = (source, file) =>
  compile(inProject('tools', 'relay', source), file, compilersOf(SYSTEMS[process.platform], process.arch));

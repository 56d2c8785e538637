/** Paths, messages and child processes of the scripts. Uses only Node's modules: it runs before anything is installed, on Node 20 or newer. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = fileURLToPath(new URL('../../', import.meta.url));
export const inProject = (...parts) => join(projectDir, ...parts);
/** Files that the scripts keep between runs; deleting node_modules deletes them. */
export const cacheDir = inProject('node_modules', '.cache', 'latchkey');

/** Path of a tool of the check, which has packages of its own. */
export const checkTool = (...path) => inProject('tools', 'check', 'node_modules', ...path);
/** Path of a tool that makes installers. */
export const packTool = (...path) => inProject('tools', 'pack', 'node_modules', ...path);

export const say = (line) => process.stdout.write(`${line}\n`);

/** Writes one sentence to stderr and exits with code 1. */
export function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** For a script without arguments: says what it does for --help, and refuses other arguments, before anything is installed. */
export function takeNoArguments(name, purpose) {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return;
  if (argument === '--help' || argument === '-h') {
    say(`npm run ${name}: ${purpose} Takes no arguments.`);
    process.exit(0);
  }
  process.stderr.write(`npm run ${name} does not know “${argument}”; it takes no arguments.\n`);
  process.exit(2);
}

if (Number(process.versions.node.split('.')[0]) < 20) stop('Latchkey needs Node 20 or newer to start.');

const [system, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
const packagedNode = inProject('node_modules', `node-${system}-${process.arch}`, 'bin', program);
export const isNode24 = Number(process.versions.node.split('.')[0]) >= 24;
export const hasNode24 = () => isNode24 || existsSync(packagedNode);
/** Node 24 from the project's dependencies, because the machine's Node may be older. */
export const node24 = () => (existsSync(packagedNode) ? packagedNode : process.execPath);

/** The environment of tools: node_modules/.bin first, so that `node` is Node 24 there. */
export const toolEnv = (more = {}) => ({
  ...process.env,
  PATH: `${inProject('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  ...more,
});

/** Ignores an error: the process has ended, or its priority may not change. */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
}

/** Running children, and the signal after which no other starts. */
const running = new Set();
let stoppedBy = null;

/** How long children may take to end after a signal. */
const MAX_END_MS = 10_000;
/** How often a script looks whether its own parent lives: npm does not pass SIGTERM on. */
const PARENT_CHECK_MS = 500;

const hasGroups = process.platform !== 'win32';
/** Signals a child and everything that it started. Ignores an error: all of it has ended. */
function signalTree(child, signal) {
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {}
}

/** Ends all children, then this process. */
function stopAll(signal) {
  stoppedBy ??= signal;
  for (const child of running) signalTree(child, signal);
  setTimeout(() => {
    for (const child of running) signalTree(child, 'SIGKILL');
  }, MAX_END_MS).unref();
  exitIfStopped();
}

function exitIfStopped() {
  if (stoppedBy && running.size === 0) process.exit(128 + constants.signals[stoppedBy]);
}

let watches = false;
function watchSignals() {
  if (watches) return;
  watches = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
  const parent = process.ppid;
  if (hasGroups && process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && stopAll('SIGTERM'), PARENT_CHECK_MS).unref();
}

/**
 * Runs a command in the project, or in `cwd`. Resolves with its exit code and, unless `show` is set, its output; `write` receives
 * the output as it comes. Kills the command after `timeoutMs`. A signal, or the end of the parent, ends the command with everything that it
 * started, and then this process. `lowPriority`: runs it at low priority.
 */
export function run(
  command,
  args,
  { show = false, write = () => {}, cwd = projectDir, env = toolEnv(), timeoutMs = 0, lowPriority = false } = {},
) {
  watchSignals();
  return new Promise((resolve) => {
    if (stoppedBy) return;
    const stdio = show ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio, detached: hasGroups });
    running.add(child);
    if (lowPriority && child.pid) lowerPriority(child.pid);
    let output = '';
    const addOutput = (text) => {
      output += text;
      write(text);
    };
    child.stdout?.setEncoding('utf8').on('data', addOutput);
    child.stderr?.setEncoding('utf8').on('data', addOutput);
    const timer = timeoutMs ? setTimeout(() => signalTree(child, 'SIGKILL'), timeoutMs) : null;
    const done = (code) => {
      if (timer) clearTimeout(timer);
      running.delete(child);
      exitIfStopped();
      if (!stoppedBy) resolve({ code, output });
    };
    child.once('error', (error) => {
      addOutput(String(error));
      done(1);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

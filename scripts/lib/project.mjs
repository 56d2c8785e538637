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
const isNode24 = Number(process.versions.node.split('.')[0]) >= 24;
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

/**
 * Runs a command in the project, or in `cwd`. Resolves with its exit code and, unless `show` is set, its output; `write` receives
 * the output as it comes. Kills the command after `timeoutMs`; forwards signals to it. `lowPriority`: runs it at low priority.
 */
export function run(
  command,
  args,
  { show = false, write = () => {}, cwd = projectDir, env = toolEnv(), timeoutMs = 0, lowPriority = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    if (lowPriority && child.pid) lowerPriority(child.pid);
    let output = '';
    const addOutput = (text) => {
      output += text;
      write(text);
    };
    child.stdout?.setEncoding('utf8').on('data', addOutput);
    child.stderr?.setEncoding('utf8').on('data', addOutput);
    const timer = timeoutMs ? setTimeout(() => child.kill('SIGKILL'), timeoutMs) : null;
    const forwardSignal = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forwardSignal);
    const done = (code) => {
      if (timer) clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forwardSignal);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      addOutput(String(error));
      done(1);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

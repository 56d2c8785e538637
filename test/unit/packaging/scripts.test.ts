/** What the scripts of package.json say and refuse, and what they leave running. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');
/** Without npm on the path nothing can be installed. */
const run = (name: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(SCRIPTS, `${name}.mjs`), ...args], { encoding: 'utf8', env: { PATH: '/nowhere' } });

describe.each(['format', 'check'])('npm run %s', (name) => {
  it.each(['--help', '-h'])('only says what it does for %s', (argument) => {
    const { status, stdout } = run(name, argument);
    expect([status, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(`^npm run ${name}: `)]);
  });

  it('does nothing for an argument that it does not know', () => {
    const { status, stderr } = run(name, '--hlep');
    expect([status, stderr]).toEqual([2, expect.stringContaining('“--hlep”')]);
  });
});

/** A script that runs a program, which starts another one and waits; both print their process. */
const STARTS_TWO = `
  import { run } from ${JSON.stringify(pathToFileURL(join(SCRIPTS, 'lib/project.mjs')).href)};
  const inner = "console.log(process.pid); setInterval(() => {}, 1e6)";
  const outer = \`console.log(process.pid); require('node:child_process').spawn(process.execPath, ['-e', \${JSON.stringify(inner)}], { stdio: 'inherit' })\`;
  await run(process.execPath, ['-e', outer], { show: true });
  await run(process.execPath, ['-e', 'console.log("another one")'], { show: true });`;

const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('a script that is ended', () => {
  /** Starts the script, ends it when its programs run, and gives what it printed and how it ended. */
  async function ended(script: string, end: (started: ChildProcess) => void) {
    const started = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(started, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: started.stdout })) {
      lines.push(line);
      if (lines.length === 2) end(started);
    }
    const [code] = (await exited) as [number | null];
    return { code, ids: lines.map(Number) };
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('by %s ends all that it started, and starts nothing more', async (signal, expected) => {
    const { code, ids } = await ended(STARTS_TWO, (started) => started.kill(signal));
    expect([code, ids.length]).toEqual([expected, 2]);
    await expect.poll(() => ids.map(isRunning), { timeout: 10_000 }).toEqual([false, false]);
  });

  it('by the end of npm ends all that it started', async () => {
    const parent = `
      import { spawn } from 'node:child_process';
      spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(STARTS_TWO)}], { stdio: 'inherit' });`;
    const { ids } = await ended(parent, (started) => started.kill('SIGKILL'));
    await expect.poll(() => ids.map(isRunning), { timeout: 10_000 }).toEqual([false, false]);
  });
});

it.skipIf(process.platform !== 'linux')('npm start without a display says so first, and takes the tour', async () => {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const started = spawn(process.execPath, [join(SCRIPTS, 'start.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(started, 'exit');
  let output = '';
  for await (const text of started.stdout.setEncoding('utf8')) {
    output += text;
    if (/\n.*\n/.test(output)) started.kill('SIGTERM');
  }
  await exited;
  const [first, second] = output.split('\n');
  expect(first).toMatch(/^There is no display.*xvfb-run npm start.*ssh -X/);
  expect(second).toMatch(/Building|Installing|Starting the/);
});

/**
 * The packed application, started and ended as by a person: LATCHKEY_PACKED names its executable, LATCHKEY_PACKED_NEXT that of a later version. Its
 * fuses let nothing attach to it, so what it did is read from its data folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { chosenBefore } from '../support/chosen-before.ts';
import { isLoaded, issuedTokens, logLines, recordedExchanges } from './support/data-folder.ts';
import { isError } from './support/electron-output.ts';
import { freshDataDir } from './support/launch.ts';

const executable = process.env.LATCHKEY_PACKED && resolve(process.env.LATCHKEY_PACKED);
const nextExecutable = process.env.LATCHKEY_PACKED_NEXT && resolve(process.env.LATCHKEY_PACKED_NEXT);
test.skip(!executable, 'LATCHKEY_PACKED names no packed application');

/** Ends a start or an end that hangs. */
const MAX_WAIT_MS = 60_000;

/** The desktop's keyring can ask a person for a password. */
const keyring = process.platform === 'linux' ? ['--password-store=basic'] : [];

interface Start {
  readonly program?: string | undefined;
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts it, by default on a new data folder, ends it when its first page is loaded, and expects that it told of no error. */
async function startAndEnd({ program = executable, dataDir = freshDataDir(), args = [], env = {} }: Start = {}) {
  chosenBefore(dataDir, { audience: 'managers' });
  const startedAt = Date.now();
  const app = spawn(program ?? '', [`--user-data-dir=${dataDir}`, ...keyring, ...args], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  let end: number | string | null = null;
  app.once('exit', (code, signal) => {
    end = code ?? signal;
  });
  app.once('error', (error) => {
    end = error.message;
  });
  try {
    await expect.poll(() => end ?? isLoaded(dataDir, startedAt), { timeout: MAX_WAIT_MS }).toBe(true);
    // Without /F it closes the window.
    if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(app.pid)]);
    else app.kill('SIGTERM');
    await expect.poll(() => end, { timeout: MAX_WAIT_MS }).toBe(0);
  } finally {
    app.kill('SIGKILL');
  }
  const lines = logLines(dataDir);
  const answer = { exchanges: recordedExchanges(dataDir), lines };
  test.info().annotations.push({ type: 'answer of the packed application', description: JSON.stringify(answer) });
  expect(answer.exchanges).toBeGreaterThan(0);
  expect(lines.filter(isError)).toEqual([]);
  return answer;
}

test('starts from its archive, fills its journal by a thread, and ends when it is told to', () => startAndEnd());

test('searches and quotes on its sandbox', () => {
  const { status, stdout, stderr } = spawnSync(executable ?? '', [...keyring, 'self-test'], {
    encoding: 'utf8',
    timeout: MAX_WAIT_MS,
  });
  expect({ status, stdout }, stderr).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^search: \d+ free\r?\nquote: [1-9]\d* rate plans\r?\n$/),
  });
});

test('starts again as a later version, with the data of the first run and no further token', async () => {
  test.skip(!nextExecutable, 'LATCHKEY_PACKED_NEXT names no later version');
  const dataDir = freshDataDir();
  const before = await startAndEnd({ dataDir });
  const issued = issuedTokens(dataDir);
  expect(issued).toBeGreaterThan(0);
  const after = await startAndEnd({ program: nextExecutable, dataDir });
  expect(after.exchanges).toBeGreaterThanOrEqual(before.exchanges);
  expect(issuedTokens(dataDir)).toBe(issued);
  expect(after.lines.slice(0, before.lines.length)).toEqual(before.lines);
});

test('starts without Chromium’s sandbox for a person who chose that', async () => {
  test.skip(process.platform !== 'linux', 'only Linux starts without the sandbox');
  await startAndEnd({ args: ['--no-sandbox'], env: { LATCHKEY_SANDBOX: 'off' } });
});

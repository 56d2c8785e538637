/**
 * The packed application, started and ended as by a person: LATCHKEY_PACKED names its executable. Its fuses let nothing attach to it, so what
 * it did is read from its data folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { chosenBefore } from '../support/chosen-before.ts';
import { isLoaded, logLines, recordedExchanges } from './support/data-folder.ts';
import { isError } from './support/electron-output.ts';
import { freshDataDir } from './support/launch.ts';

const executable = process.env.LATCHKEY_PACKED && resolve(process.env.LATCHKEY_PACKED);
test.skip(!executable, 'LATCHKEY_PACKED names no packed application');

/** Ends a start or an end that hangs. */
const MAX_WAIT_MS = 60_000;

/** Starts it on a new data folder, ends it when its first page is loaded, and expects that it told of no error. */
async function startAndEnd(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const dataDir = freshDataDir();
  chosenBefore(dataDir, { audience: 'managers' });
  const keyring = process.platform === 'linux' ? ['--password-store=basic'] : [];
  const app = spawn(executable ?? '', [`--user-data-dir=${dataDir}`, ...keyring, ...args], {
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
    await expect.poll(() => end ?? isLoaded(dataDir), { timeout: MAX_WAIT_MS }).toBe(true);
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
}

test('starts from its archive, fills its journal by a thread, and ends when it is told to', () => startAndEnd());

test('starts without Chromium’s sandbox for a person who chose that', async () => {
  test.skip(process.platform !== 'linux', 'only Linux starts without the sandbox');
  await startAndEnd(['--no-sandbox'], { LATCHKEY_SANDBOX: 'off' });
});

/** Which browser the scripts and the tests take. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium, findHeadlessShell } from '../../../scripts/lib/chromium.mjs';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

const isLinux = process.platform === 'linux';

function program(name: string): { folder: string; path: string } {
  const folder = makeTempFolder();
  onTestFinished(() => removeTempFolder(folder));
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return { folder, path };
}

test.skipIf(!isLinux)('the headless shell is found in the path, and is no browser', () => {
  const { folder, path } = program('chromium-headless-shell');
  expect(findHeadlessShell({ PATH: folder })).toBe(path);
  expect(findChromium({ PATH: folder })).not.toBe(path);
});

test.skipIf(!isLinux)('a browser that a person chose is taken, also in place of the headless shell', () => {
  const { folder } = program('chromium-headless-shell');
  const { path: chosen } = program('my-browser');
  const env = { PATH: folder, CHROME: chosen };
  expect(findChromium(env)).toBe(chosen);
  expect(findHeadlessShell(env)).toBeNull();
});

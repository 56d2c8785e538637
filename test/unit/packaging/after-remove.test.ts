/** What the Linux packages link when they are installed, delete when they are removed, and keep when they are upgraded. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

const script = readFileSync(join(import.meta.dirname, '../../../resources/linux/after-remove.sh'), 'utf8');
let root: string;
const inRoot = (path: string) => join(root, path);
beforeEach(() => {
  root = makeTempFolder();
  for (const folder of ['usr/bin', 'etc/apparmor.d', 'bin']) mkdirSync(inRoot(folder), { recursive: true });
  symlinkSync('/opt/Latchkey/latchkey', inRoot('usr/bin/latchkey'));
  writeFileSync(inRoot('etc/apparmor.d/latchkey'), '');
  symlinkSync('/bin/rm', inRoot('bin/rm'));
});
afterEach(() => removeTempFolder(root));

/** Runs the script over the folder, and tells what it left there. */
function left(argument: string): string[] {
  const moved = script.replaceAll(/\/(usr\/bin|etc)\//g, (path) => inRoot(path));
  const { status } = spawnSync('/bin/sh', ['-c', moved, 'after-remove', argument], { env: { PATH: inRoot('bin') } });
  expect(status).toBe(0);
  const link = spawnSync('/bin/ls', [inRoot('usr/bin'), inRoot('etc/apparmor.d')], { encoding: 'utf8' });
  return link.stdout.split('\n').filter((line) => line === 'latchkey');
}

it.skipIf(process.platform !== 'linux').each([
  ['1', 'rpm', 2],
  ['2', 'rpm', 2],
  ['upgrade', 'dpkg', 2],
  ['failed-upgrade', 'dpkg', 2],
  ['abort-install', 'dpkg', 2],
  ['disappear', 'dpkg', 2],
  ['', 'a person', 2],
  ['0', 'rpm', 0],
  ['remove', 'dpkg', 0],
  ['purge', 'dpkg', 0],
])('after %j of %s, %i of the command and the profile are left', (argument, _caller, count) => {
  expect(left(argument)).toHaveLength(count);
});

it.skipIf(process.platform !== 'linux')(
  'an installation links the command, or the application where a build has none',
  () => {
    const install = readFileSync(join(import.meta.dirname, '../../../resources/linux/after-install.sh'), 'utf8');
    const opt = inRoot('opt/Latchkey');
    mkdirSync(join(opt, 'resources/bin'), { recursive: true });
    for (const tool of ['ln', 'chmod']) symlinkSync(`/bin/${tool}`, inRoot(`bin/${tool}`));
    const linked = (): string => {
      const moved = install
        .replaceAll('/opt/Latchkey', opt)
        .replaceAll('/usr/bin/latchkey', inRoot('usr/bin/latchkey'));
      const { status } = spawnSync('/bin/bash', ['-c', moved], { env: { PATH: inRoot('bin') } });
      expect(status).toBe(0);
      return readlinkSync(inRoot('usr/bin/latchkey'));
    };
    expect(linked()).toBe(join(opt, 'latchkey'));
    writeFileSync(join(opt, 'resources/bin/latchkey'), '', { mode: 0o755 });
    expect(linked()).toBe(join(opt, 'resources/bin/latchkey'));
  },
);

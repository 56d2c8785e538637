/** The command on PATH: what each kind of installation writes, and what it leaves alone. */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandInstaller } from '../../../../src/main/gateway/command-on-path.ts';
import type { Installation } from '../../../../src/main/platform/installation.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let home: string;
beforeEach(() => {
  home = makeTempFolder();
});
afterEach(() => removeTempFolder(home));

const APP_IMAGE = "/home/ada/Latchkey's.AppImage";

function installer(changes: Partial<Installation> = {}): CommandInstaller {
  const resources = changes.resources ?? join(home, 'resources');
  mkdirSync(join(resources, 'bin'), { recursive: true });
  const command = join(resources, 'bin', changes.platform === 'win32' ? 'latchkey.exe' : 'latchkey');
  writeFileSync(command, '#!/bin/sh\necho "$LATCHKEY_APP" "$@"\n', { mode: 0o755 });
  return new CommandInstaller({
    ...{
      isPackaged: true,
      platform: 'linux',
      home,
      resources,
      userData: join(home, 'data'),
      shared: join(home, 'all'),
    },
    ...{ env: { APPIMAGE: APP_IMAGE, PATH: '' }, powerShell: async () => '' },
    ...changes,
  });
}

describe.skipIf(process.platform === 'win32')('the command on PATH', () => {
  it('of an AppImage is a script with a copy of the command, which starts the AppImage', async () => {
    const one = installer();
    const place = join(home, '.local', 'bin', 'latchkey');
    expect(await one.status()).toEqual({
      state: 'offered',
      place,
      problem: expect.stringContaining('not on the PATH'),
    });
    expect(await one.set(true)).toMatchObject({ state: 'installed', place });
    expect(spawnSync(place, ['a b']).stdout.toString()).toBe(`${APP_IMAGE} a b\n`);
    expect(one.script).toBe(place);
    // An update has another name and another command.
    const updated = installer({ env: { APPIMAGE: '/home/ada/Latchkey-2.AppImage', PATH: '' } });
    updated.renew();
    expect(spawnSync(place).stdout.toString()).toBe('/home/ada/Latchkey-2.AppImage\n');
    writeFileSync(join(home, 'data', 'bin', 'latchkey'), 'old');
    one.renew();
    expect(spawnSync(place, ['c']).stdout.toString()).toBe(`${APP_IMAGE} c\n`);
    // A later version replaces its own.
    expect(await one.set(true)).toMatchObject({ state: 'installed' });
    expect(await installer({ env: { APPIMAGE: APP_IMAGE, PATH: `/bin:${join(place, '..')}` } }).status()).toMatchObject(
      {
        problem: null,
      },
    );
    expect(await one.set(false)).toMatchObject({ state: 'offered' });
    expect(lstatSync(place, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('never replaces or deletes a file that the app did not write', async () => {
    const place = join(home, '.local', 'bin', 'latchkey');
    mkdirSync(join(place, '..'), { recursive: true });
    writeFileSync(place, 'mine');
    const one = installer();
    expect(await one.status()).toMatchObject({ state: 'offered', problem: expect.stringContaining('another file') });
    await expect(one.set(true)).rejects.toThrow();
    await one.set(false);
    expect(readFileSync(place, 'utf8')).toBe('mine');
  });

  it('of macOS is a link, only from Applications', async () => {
    const resources = join(home, 'Applications', 'Latchkey.app', 'Contents', 'Resources');
    const mac = (changes: Partial<Installation> = {}) =>
      installer({ platform: 'darwin', resources, env: {}, ...changes });
    expect(await mac({ resources: join(home, 'Downloads', 'x') }).status()).toMatchObject({ state: 'none' });
    expect(await mac().set(true)).toMatchObject({ place: join(home, '.local', 'bin', 'latchkey') });
    await mac().set(false);
    mkdirSync(join(home, 'all'));
    expect(await mac().set(true)).toMatchObject({ state: 'installed', place: join(home, 'all', 'latchkey') });
    expect(readlinkSync(join(home, 'all', 'latchkey'))).toBe(join(resources, 'bin', 'latchkey'));
  });

  it('of Windows is an entry of the user’s PATH, which keeps its type', async () => {
    const ran: string[] = [];
    let said = '';
    const windows = installer({
      ...{ platform: 'win32', env: {} },
      async powerShell(script, env) {
        ran.push(script);
        expect(env.LATCHKEY_BIN).toMatch(/bin$/);
        return said;
      },
    });
    expect(await windows.status()).toMatchObject({ state: 'offered' });
    await windows.set(true);
    said = 'installed\r\n';
    expect(await windows.status()).toMatchObject({ state: 'installed' });
    await windows.set(false);
    const writes = ran.filter((script) => script.includes('SetValue'));
    expect(writes).toHaveLength(2);
    for (const script of writes)
      expect(script).toMatch(/DoNotExpandEnvironmentNames[\s\S]*GetValueKind[\s\S]*, \$kind\)/);
    const locked = installer({ platform: 'win32', env: {}, powerShell: () => Promise.reject(new Error('no')) });
    expect(await locked.status()).toMatchObject({ state: 'none', problem: expect.stringContaining('yourself') });
    expect(await installer({ platform: 'win32', env: { PORTABLE_EXECUTABLE_DIR: 'x' } }).status()).toMatchObject({
      state: 'none',
    });
  });

  it('of a package is the package’s, and of a clone nobody’s', async () => {
    expect(await installer({ env: {} }).status()).toMatchObject({ state: 'package', place: '/usr/bin/latchkey' });
    await expect(installer({ env: {} }).set(true)).rejects.toThrow();
    expect(await installer({ isPackaged: false }).status()).toMatchObject({ state: 'none', place: null });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BuildFacts, updateWay } from '../../../../src/main/platform/update-way.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let resources: string;
beforeEach(() => {
  resources = makeTempFolder();
});
afterEach(() => removeTempFolder(resources));

const SIGNED = 'provider: generic\nupdaterCacheDirName: latchkey-updater\npublisherName:\n  - Acme\n';
const UNSIGNED = 'provider: generic\nupdaterCacheDirName: latchkey-updater\n';
const UPDATES = { url: 'https://updates.acme.com', publicKey: 'key' };

it.each<[name: string, release: string, changes: Partial<BuildFacts>, kind: string, reason: RegExp | undefined]>([
  ['an installed release on Windows', SIGNED, { platform: 'win32' }, 'self', undefined],
  ['a release on macOS', UNSIGNED, { platform: 'darwin' }, 'self', undefined],
  ['an AppImage', UNSIGNED, { env: { APPIMAGE: '/home/ada/Latchkey.AppImage' } }, 'self', undefined],
  ['a deb or rpm, or a folder', UNSIGNED, {}, 'told', /package manager/],
  ['the portable app', SIGNED, { platform: 'win32', env: { PORTABLE_EXECUTABLE_DIR: 'E:\\' } }, 'told', /portable/],
  ['an unsigned release on Windows', UNSIGNED, { platform: 'win32' }, 'off', /not signed/],
  ['a build that is no release', '', { platform: 'darwin' }, 'off', /not a release/],
  ['a build without a key', SIGNED, { updates: { ...UPDATES, publicKey: '' } }, 'off', /no address and key/],
  ['a build without an address', SIGNED, { updates: { ...UPDATES, url: '' } }, 'off', /no address and key/],
  ['a start from the sources', SIGNED, { isPackaged: false }, 'off', /sources/],
])('%s', async (_name, release, changes, kind, reason) => {
  if (release !== '') writeFileSync(join(resources, 'app-update.yml'), release);
  const way = await updateWay({
    ...{ isPackaged: true, platform: 'linux', resources, env: {}, updates: UPDATES },
    ...changes,
  });
  expect(way.kind).toBe(kind);
  if (reason) expect(way).toHaveProperty('reason', expect.stringMatching(reason));
});

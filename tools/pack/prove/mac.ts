/** Proves the macOS application and its zip. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import plist from 'plist';
import { readOwner } from '../../../scripts/lib/owner.mjs';
import {
  build,
  check,
  checkFuses,
  differ,
  fileIn,
  hasTools,
  missingIn,
  OUR_LICENCES,
  row,
  toolPath,
  work,
} from './report.ts';
import { makeMacRuntime } from './runtimes.ts';

export async function proveMac(): Promise<void> {
  const runtime = join(work, 'darwin');
  await makeMacRuntime(runtime);
  const what = 'macOS zip arm64';
  const withZip = hasTools(what, '7zz');
  const args = ['--mac', withZip ? 'zip' : 'dir', '--arm64', '-c.mac.identity=null', '-c.mac.notarize=false'];
  const made = build(withZip ? what : 'macOS folder arm64', runtime, args, {
    ELECTRON_BUILDER_7ZIP_PATH: toolPath('7zz') ?? '',
  });
  if (made !== null) {
    checkApplication('macOS folder arm64', join(made, 'mac-arm64'));
    if (withZip) {
      const tree = join(work, 'mac-zip');
      execFileSync('7zz', ['x', '-y', `-o${tree}`, fileIn(made, '*.zip')]);
      checkApplication(what, tree);
    }
  }
  row('skipped', 'macOS: licences of Electron', 'the packager takes them from Electron’s own archive only');
  const isMac = process.platform === 'darwin';
  row('skipped', 'macOS dmg, universal, signature', isMac ? 'npm run dist makes them' : 'needs macOS');
}

function checkApplication(what: string, folder: string): void {
  const contents = join(folder, 'Latchkey.app', 'Contents');
  const info = plist.parse(readFileSync(join(contents, 'Info.plist'), 'utf8')) as Record<string, unknown>;
  check(`${what}: Info.plist`, [
    ...differ('CFBundleIdentifier', info.CFBundleIdentifier, readOwner().appId),
    ...differ('NSAppTransportSecurity', info.NSAppTransportSecurity, { NSAllowsLocalNetworking: true }),
    ...Object.keys(info).filter((key) => key.endsWith('UsageDescription')),
    ...(info.ElectronAsarIntegrity === undefined ? ['no ElectronAsarIntegrity'] : []),
  ]);
  const [link] = info.CFBundleURLTypes as Record<string, unknown>[];
  const [bundle] = info.CFBundleDocumentTypes as Record<string, unknown>[];
  check(`${what}: links and files`, [
    ...differ('CFBundleURLSchemes', link?.CFBundleURLSchemes, ['latchkey']),
    ...differ('CFBundleTypeExtensions', bundle?.CFBundleTypeExtensions, ['lksupport']),
    ...differ('CFBundleTypeRole', bundle?.CFBundleTypeRole, 'Viewer'),
  ]);
  check(`${what}: icon`, existsSync(join(contents, 'Resources', 'icon.icns')) ? [] : ['no icon.icns']);
  check(`${what}: licences`, missingIn(join(contents, 'Resources'), OUR_LICENCES));
  checkFuses(what, join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework'), 2);
}

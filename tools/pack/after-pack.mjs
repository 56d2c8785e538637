/** electron-builder runs this before it signs the application: sets the fuses, closes plain HTTP on macOS and deletes Electron's default app. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import plist from 'plist';
import { FUSES } from './fuses.mjs';

const binaryOf = ({ electronPlatformName, appOutDir, packager }) => {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, packager.executableName);
};

/** electron-builder opens plain HTTP to every host, after the settings of `extendInfo`. Only this machine stays open. */
async function closePlainHttp(file) {
  const info = plist.parse(await readFile(file, 'utf8'));
  info.NSAppTransportSecurity = { NSAllowsLocalNetworking: true };
  await writeFile(file, plist.build(info));
}

export async function afterPack(context) {
  const binary = binaryOf(context);
  const mac = context.electronPlatformName === 'darwin';
  const resources = mac ? join(binary, 'Contents', 'Resources') : join(context.appOutDir, 'resources');
  await rm(join(resources, 'default_app.asar'), { force: true });
  if (mac) await closePlainHttp(join(binary, 'Contents', 'Info.plist'));
  // Only macOS has the `codesign` that a new ad-hoc signature needs.
  await flipFuses(binary, { ...FUSES, resetAdHocDarwinSignature: mac && process.platform === 'darwin' });
}

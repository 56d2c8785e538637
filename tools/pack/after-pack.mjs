/** electron-builder runs this before it signs the application: sets the fuses and deletes Electron's default app. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { FUSES } from './fuses.mjs';

const binaryOf = ({ electronPlatformName, appOutDir, packager }) => {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`);
  return join(appOutDir, packager.executableName);
};

export async function afterPack(context) {
  const binary = binaryOf(context);
  const mac = context.electronPlatformName === 'darwin';
  const resources = mac ? join(binary, 'Contents', 'Resources') : join(context.appOutDir, 'resources');
  await rm(join(resources, 'default_app.asar'), { force: true });
  await flipFuses(binary, { ...FUSES, resetAdHocDarwinSignature: mac });
}

/** Sets what Electron accepts only before `ready`: Chromium's sandbox for every renderer, the scheme's privileges, the identity on Windows. */
import { app } from 'electron';
import { isSandboxed } from '../platform/electron/chromium-sandbox.ts';
import { APP_ID, TOAST_ACTIVATOR } from './identity.ts';
import { registerScheme } from './scheme.ts';

export function prepare(): void {
  // With `--no-sandbox`, this call would start renderers half sandboxed. Each window asks for the sandbox in any case.
  if (isSandboxed()) app.enableSandbox();
  registerScheme();
  if (process.platform === 'win32' && app.isPackaged) {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  }
}

/** Sets what Electron accepts only before `ready`: a sandbox for every renderer, the privileges of the scheme, the identity on Windows. */
import { app } from 'electron';
import { isSandboxed } from '../platform/electron/chromium-sandbox.ts';
import { APP_ID, TOAST_ACTIVATOR } from './identity.ts';
import { registerScheme } from './scheme.ts';

export function prepare(): void {
  // With `--no-sandbox`, Electron would take that switch away, and start renderers in half a sandbox from helpers that have none. Each
  // window asks for the sandbox anyway.
  if (isSandboxed()) app.enableSandbox();
  registerScheme();
  if (process.platform === 'win32' && app.isPackaged) {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  }
}

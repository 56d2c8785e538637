/** Chromium's sandbox around the renderer processes. */
import { app } from 'electron';

/** Whether it is on; ELECTRON_DISABLE_SANDBOX arrives as this switch too. */
export const isSandboxed = (): boolean => !app.commandLine.hasSwitch('no-sandbox');

/** Chromium's sandbox around the renderer processes. */
import { app } from 'electron';

/** Whether Chromium's sandbox is on. The variable ELECTRON_DISABLE_SANDBOX arrives as this switch too. */
export const isSandboxed = (): boolean => !app.commandLine.hasSwitch('no-sandbox');

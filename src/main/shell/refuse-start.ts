/** Refuses a start that would remove protections, with one sentence. */
import { app, dialog } from 'electron';
import { isSandboxed } from '../platform/electron/chromium-sandbox.ts';
import type { Launch } from './launch.ts';
import { sandboxRefusal, switchRefusal } from './switches.ts';

/** Returns true when the packaged application must not start, and ends it with an error. Call before any other work on a window. */
export function refuseWindow(launch: Launch): boolean {
  if (!app.isPackaged) return false;
  const { env, platform } = process;
  const switched = switchRefusal(launch, env, platform);
  // Ends at once, before Electron does what the switch asks for. On Linux the error appears in the terminal where the switch was typed.
  if (switched !== null) end(switched);
  const unsandboxed = sandboxRefusal(isSandboxed(), env);
  // An AppImage is started by a click, and Linux shows an error box only after `ready`.
  if (unsandboxed !== null && switched === null) void app.whenReady().then(() => end(unsandboxed));
  return switched !== null || unsandboxed !== null;
}

/** Returns the sentence that refuses a command; `null` when it may run. A command opens no renderer, so it needs no Chromium sandbox. */
export const commandRefusal = (launch: Launch): string | null =>
  app.isPackaged ? switchRefusal(launch, process.env, process.platform) : null;

function end(sentence: string): void {
  dialog.showErrorBox('Latchkey does not start', sentence);
  app.exit(1);
}

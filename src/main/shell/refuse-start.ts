/** Refuses a start that would remove protections, with one sentence. */
import { app, dialog } from 'electron';
import { isSandboxed } from '../platform/electron/chromium-sandbox.ts';
import type { Launch } from './launch.ts';
import { sandboxRefusal, switchRefusal } from './switches.ts';

/**
 * Refuses a start of the packaged application that would remove protections; true when the application then ends. Call before any other work on a
 * window.
 */
export function refuseWindow(launch: Launch): boolean {
  if (!app.isPackaged) return false;
  const { env, platform } = process;
  const switched = switchRefusal(launch, env, platform);
  // At once, before Electron opens what the switch asks for. On Linux the box is a line in the terminal where the switch was typed.
  if (switched !== null) end(switched);
  const unsandboxed = sandboxRefusal(isSandboxed(), env);
  // The AppImage is started by a click: only after `ready` does Linux show a box.
  if (unsandboxed !== null && switched === null) void app.whenReady().then(() => end(unsandboxed));
  return switched !== null || unsandboxed !== null;
}

/** The sentence that refuses a command; null when the command may run. A command opens no renderer, so it needs no sandbox of Chromium. */
export const commandRefusal = (launch: Launch): string | null =>
  app.isPackaged ? switchRefusal(launch, process.env, process.platform) : null;

function end(sentence: string): void {
  dialog.showErrorBox('Latchkey does not start', sentence);
  app.exit(1);
}

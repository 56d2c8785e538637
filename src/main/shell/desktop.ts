/** Gives the renderer what its page may not use itself: clipboard, https links, folders, and dialogs for files. */
import { app, ClipboardItem, clipboard, dialog, shell } from 'electron';
import { AppError, invalidInput } from '../../shared/app-error.ts';
import type { CopiedTable } from '../platform/csv/clipboard-table.ts';
import { askNatively, dialogOwner, dialogs } from '../platform/electron/ask.ts';
import { machineClock } from '../platform/machine.ts';
import type { OutputFileRequest } from '../platform/ports.ts';
import { type LinkPorts, openLink } from './links.ts';

export const LINKS: LinkPorts = { ask: askNatively, open: (address) => shell.openExternal(address) };

/** A guest's copied text that is still to be cleared from the clipboard. */
let guestText: string | null = null;
let stopTimer = (): void => {};

/** Clears the clipboard if it still holds a guest's copied text. Call it when the app is locked and when it quits. */
export async function clearCopiedGuest(): Promise<void> {
  stopTimer();
  const text = guestText;
  guestText = null;
  if (text !== null && (await clipboard.readText().catch(() => null)) === text) clipboard.clear();
}

export const desktop = {
  async copyText(text: string, clearAfterMs: number | null = null): Promise<void> {
    await clipboard.writeText(text);
    stopTimer();
    guestText = clearAfterMs === null ? null : text;
    if (clearAfterMs !== null) stopTimer = machineClock.after(clearAfterMs, () => void clearCopiedGuest());
  },
  async copyTable({ text, html }: CopiedTable): Promise<void> {
    await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
  },
  async openLink(url: string): Promise<void> {
    if (!(await openLink(url, LINKS))) throw invalidInput('url', 'Only https links are opened.');
  },
  async openFolder(path: string): Promise<void> {
    const problem = await shell.openPath(path);
    if (problem !== '') throw new AppError('storageFailed', { what: 'The folder', reason: problem, access: 'read' });
  },
  restart(): void {
    app.relaunch();
    app.quit();
  },
  quit(): void {
    app.quit();
  },
  async openFile(): Promise<string | null> {
    const options = { properties: ['openFile' as const] };
    return dialogs.show(async () => {
      const window = dialogOwner();
      const { canceled, filePaths } = await (window
        ? dialog.showOpenDialog(window, options)
        : dialog.showOpenDialog(options));
      return canceled ? null : (filePaths[0] ?? null);
    });
  },
  async chooseFile({ suggestedName, kind, extension }: OutputFileRequest): Promise<string | null> {
    const options = { defaultPath: suggestedName, filters: [{ name: kind, extensions: [extension] }] };
    return dialogs.show(async () => {
      const window = dialogOwner();
      const { canceled, filePath } = await (window
        ? dialog.showSaveDialog(window, options)
        : dialog.showSaveDialog(options));
      return canceled || filePath === '' ? null : filePath;
    });
  },
};

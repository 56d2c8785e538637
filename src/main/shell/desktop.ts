/** The renderer's access to the desktop: the clipboard (the page has no permission for it), https links, and a save dialog. */
import { BrowserWindow, clipboard, dialog, shell } from 'electron';
import { AppError } from '../../shared/errors.ts';
import type { OutputFileRequest } from '../platform/ports.ts';
import { vetLink } from './links.ts';

export const desktop = {
  async copyText(text: string): Promise<void> {
    await clipboard.writeText(text);
  },
  async openLink(url: string): Promise<void> {
    const vetted = vetLink(url);
    if (vetted === null)
      throw new AppError('invalidInput', { issues: [{ path: 'url', message: 'Only https links are opened.' }] });
    await shell.openExternal(vetted);
  },
  async chooseFile({ suggestedName, kind, extension }: OutputFileRequest): Promise<string | null> {
    const options = { defaultPath: suggestedName, filters: [{ name: kind, extensions: [extension] }] };
    const window = BrowserWindow.getFocusedWindow();
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options));
    return canceled || filePath === '' ? null : filePath;
  },
};

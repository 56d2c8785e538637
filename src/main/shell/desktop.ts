/** What the window may ask of the desktop: the clipboard, for which the page has no permission, and https links. */
import { clipboard, shell } from 'electron';
import { AppError } from '../../shared/errors.ts';
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
};

/** Handlers of the console itself. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { FileWish } from '../../platform/ports.ts';
import type { Services } from '../services.ts';

/** What only the desktop can do. */
export interface Desktop {
  copyText(text: string): Promise<void>;
  /** Opens an https link outside; throws AppError `invalidInput` for any other. */
  openLink(url: string): Promise<void>;
  /** Asks where a file is to be written; `null` when the person thought better of it. */
  chooseFile(wish: FileWish): Promise<string | null>;
}

export const appHandlers = (services: Services, desktop: Desktop): Handlers['app'] => ({
  info: () => services.info(),
  preferences: () => services.preferences.get(),
  setPreferences: (changes) => services.preferences.set(changes),
  copyText: async ({ text }) => {
    await desktop.copyText(text);
    return null;
  },
  openLink: async ({ url }) => {
    await desktop.openLink(url);
    return null;
  },
});

/** Keeps theme and menu in step with the person's preferences. */
import type { AppCommand, Preferences } from '../../shared/model/app.ts';
import type { Log, Subscribable } from '../platform/ports.ts';
import { setMenu } from './menu.ts';
import { applyTheme } from './theme.ts';

type Theme = Preferences['theme'];

export interface AppearanceOptions {
  readonly preferences: {
    get(): Preferences | Promise<Preferences>;
    set(changes: { theme: Theme }): unknown;
    readonly changed: Subscribable<Preferences>;
  };
  readonly command: (command: AppCommand) => void;
  readonly development: boolean;
  readonly log: Log;
}

/** Applies the preferences as they are and as they change. */
export async function followPreferences({ preferences, command, development, log }: AppearanceOptions): Promise<void> {
  const chooseTheme = (theme: Theme): void => {
    Promise.resolve(preferences.set({ theme })).catch((error: unknown) =>
      log.error('the theme could not be kept', { error }),
    );
  };
  const apply = ({ theme }: Preferences): void => {
    applyTheme(theme);
    setMenu({ mac: process.platform === 'darwin', development, theme, command, chooseTheme });
  };
  preferences.changed.subscribe(apply);
  apply(await preferences.get());
}

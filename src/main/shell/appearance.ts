/** Applies the person's preferences to the theme and the menu. */
import type { AppCommand, Preferences } from '../../shared/model/app.ts';
import type { Document, Log, Subscribable } from '../platform/ports.ts';
import { setMenu } from './menu.ts';
import { applyTheme } from './theme.ts';

type Theme = Preferences['theme'];

interface ThemePreference {
  get(): Preferences | Promise<Preferences>;
  set(changes: { theme: Theme }): unknown;
  readonly changed: Subscribable<Preferences>;
}

export interface AppearanceOptions {
  /** The theme until the preferences are loaded. */
  readonly theme: Theme;
  readonly preferences: Promise<ThemePreference>;
  readonly command: (command: AppCommand) => void;
  readonly development: boolean;
  readonly log: Log;
}

/** The stored theme, for a window that opens before the preferences are loaded. */
export function storedTheme(document: Document<{ theme?: unknown }>): Theme {
  const theme = document.read()?.theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** Applies `theme` at once, then the stored preferences and each change. Rejects when the preferences cannot be loaded. */
export async function followPreferences(options: AppearanceOptions): Promise<void> {
  const { command, development, log } = options;
  const chooseTheme = (theme: Theme): void => {
    options.preferences
      .then((preferences) => preferences.set({ theme }))
      .catch((error: unknown) => log.error('the theme could not be stored', { error }));
  };
  const apply = ({ theme }: { theme: Theme }): void => {
    applyTheme(theme);
    setMenu({ mac: process.platform === 'darwin', development, theme, command, chooseTheme });
  };
  apply(options);
  const preferences = await options.preferences;
  preferences.changed.subscribe(apply);
  apply(await preferences.get());
}

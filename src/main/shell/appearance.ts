/** Applies the preferences to theme, text size and menu. */
import { type AppCommand, type Preferences, TextSize } from '../../shared/model/app.ts';
import type { Document, Log, Subscribable } from '../platform/ports.ts';
import { setMenu } from './menu.ts';
import { applyTheme } from './theme.ts';

type Theme = Preferences['theme'];
type Appearance = Pick<Preferences, 'theme' | 'textSize'>;

/** The zoom factor of each text size: rows and gaps grow with the text. */
const ZOOM: Readonly<Record<TextSize, number>> = { small: 0.9, normal: 1, large: 1.1, extra: 1.25 };

interface ThemePreference {
  get(): Preferences | Promise<Preferences>;
  set(changes: { theme: Theme }): unknown;
  readonly changed: Subscribable<Preferences>;
}

export interface AppearanceOptions {
  /** Applies until the preferences are loaded. */
  readonly appearance: Appearance;
  readonly preferences: Promise<ThemePreference>;
  readonly zoom: (factor: number) => void;
  readonly command: (command: AppCommand) => void;
  readonly development: boolean;
  readonly log: Log;
}

/** Reads the stored appearance for a window that opens before the preferences are loaded. */
export function storedAppearance(document: Document<{ theme?: unknown; textSize?: unknown }>): Appearance {
  const { theme, textSize } = document.read() ?? {};
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    textSize: TextSize.safeParse(textSize).data ?? 'normal',
  };
}

/** Applies `appearance` at once, then the stored preferences and each change of them. Rejects when the preferences cannot be loaded. */
export async function followPreferences(options: AppearanceOptions): Promise<void> {
  const { command, development, log } = options;
  const chooseTheme = (theme: Theme): void => {
    options.preferences
      .then((preferences) => preferences.set({ theme }))
      .catch((error: unknown) => log.error('the theme could not be stored', { error }));
  };
  const apply = ({ theme, textSize, audience = 'managers' }: Appearance & Partial<Preferences>): void => {
    const zoom = () => options.zoom(ZOOM[textSize]);
    applyTheme(theme);
    zoom();
    const mac = process.platform === 'darwin';
    setMenu({ mac, development, theme, audience, command, chooseTheme, resetZoom: zoom });
  };
  apply(options.appearance);
  const preferences = await options.preferences;
  preferences.changed.subscribe(apply);
  apply(await preferences.get());
}

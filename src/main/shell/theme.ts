/** Applies the colour scheme that the person chose, or else the system's. The window has a matching background, so that nothing flashes. */
import { nativeTheme } from 'electron';
import type { Preferences } from '../../shared/model/app.ts';

/** The same colours as `--lk-canvas` in the page's theme. */
const BACKGROUND = { light: '#f5f3ee', dark: '#121918' };

export const backgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);

export function applyTheme(theme: Preferences['theme']): void {
  nativeTheme.themeSource = theme;
}

/** Calls `listener` with the new background colour when the colour scheme changes. */
export function onThemeChanged(listener: (background: string) => void): void {
  nativeTheme.on('updated', () => listener(backgroundColor()));
}

/** Electron's `nativeTheme`: follows the page's colour scheme and sets it for every page. */
import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { modelled } from './not-modelled.ts';

type Source = 'system' | 'light' | 'dark';

const pages = new Set<Page>();
let source: Source = 'system';
let dark = false;

const emulate = (page: Page): Promise<void> =>
  page.emulateMedia({ colorScheme: source === 'system' ? null : source }).catch(() => {});

class NativeTheme extends EventEmitter {
  get themeSource(): Source {
    return source;
  }
  set themeSource(next: Source) {
    source = next;
    for (const page of pages) void emulate(page);
  }
  get shouldUseDarkColors(): boolean {
    return source === 'system' ? dark : source === 'dark';
  }
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.shouldUseDarkColors;
  }
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;
  readonly inForcedColorsMode = false;
}
export const nativeTheme = modelled('nativeTheme', new NativeTheme());

/** Gives a new page the theme that the app has set. */
export async function applyTheme(page: Page): Promise<void> {
  pages.add(page);
  page.once('close', () => pages.delete(page));
  if (source !== 'system') await emulate(page);
}

/** Receives the page's colour scheme. */
export function setPageDark(isDark: boolean): void {
  if (dark === isDark) return;
  dark = isDark;
  nativeTheme.emit('updated');
}

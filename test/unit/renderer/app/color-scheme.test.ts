import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyColorScheme } from '../../../../src/renderer/app/color-scheme.ts';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { ask } from '../../../../src/renderer/ipc/client.ts';
import type { Preferences } from '../../../../src/shared/model/app.ts';

afterEach(() => vi.unstubAllGlobals());

/** The scheme on the root element for a chosen theme on a system that is dark or not. */
function schemeFor(theme: Preferences['theme'] | null, systemIsDark: boolean): string | null {
  const client = createQueryClient();
  if (theme) client.setQueryData(ask('app', 'preferences', null).queryKey, { theme } as Preferences);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('dark') && systemIsDark }));
  applyColorScheme(client);
  return document.documentElement.getAttribute('data-mantine-color-scheme');
}

describe('the colour scheme of the first drawing', () => {
  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
    [null, true, 'dark'],
  ] as const)('for theme %s on a dark system (%s) is %s', (theme, systemIsDark, scheme) => {
    expect(schemeFor(theme, systemIsDark)).toBe(scheme);
  });
});

/** The colour scheme before the first drawing. */
import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../ipc/client.ts';

/**
 * Names the colour scheme on the page's root element. Mantine does so too, but after the first drawing: the whole page would get its
 * styles twice.
 */
export function applyColorScheme(client: QueryClient): void {
  const chosen = client.getQueryData(ask('app', 'preferences', null).queryKey)?.theme ?? 'system';
  const ofSystem = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', chosen === 'system' ? ofSystem : chosen);
}

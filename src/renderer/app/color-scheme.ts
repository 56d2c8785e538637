/** Sets the colour scheme before the first drawing. */
import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../ipc/client.ts';

/**
 * Sets the colour scheme on the page's root element. Mantine does that too, but only after the first drawing, so that all styles of the page
 * would be computed twice.
 */
export function applyColorScheme(client: QueryClient): void {
  const chosen = client.getQueryData(ask('app', 'preferences', null).queryKey)?.theme ?? 'system';
  const ofSystem = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', chosen === 'system' ? ofSystem : chosen);
}

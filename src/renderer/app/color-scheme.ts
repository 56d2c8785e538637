/** Sets the colour scheme before the first drawing. */
import type { QueryClient } from '@tanstack/react-query';
import { ask } from '../ipc/client.ts';

/** Sets the colour scheme on the root element. Mantine does so only after the first drawing, and the page would then compute all styles twice. */
export function applyColorScheme(client: QueryClient): void {
  const chosen = client.getQueryData(ask('app', 'preferences', null).queryKey)?.theme ?? 'system';
  const ofSystem = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', chosen === 'system' ? ofSystem : chosen);
}

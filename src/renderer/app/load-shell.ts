/** Loads the parts of the frame that only some windows show, so that the first drawing has them. */
import type { QueryClient } from '@tanstack/react-query';
import { currentAudience } from '../ipc/current.ts';
import { loadIconLabels } from './icon-label.tsx';
import { SupportBar } from './top-bar.tsx';

export async function loadShell(client: QueryClient): Promise<void> {
  await Promise.all([loadIconLabels(), currentAudience(client) === 'support' ? SupportBar.load() : null]);
}

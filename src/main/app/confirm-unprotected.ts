/** Asks the person in a dialog outside the page before secrets are stored unprotected, because a script in the page could change that setting. */
import { AppError } from '../../shared/app-error.ts';
import type { Preferences } from '../../shared/model/app.ts';
import type { Ask } from '../platform/ports.ts';

/**
 * Asks the person before secrets may be stored unprotected. Asks nothing when the setting is on already or is switched off. Throws AppError
 * `cancelled`.
 */
export async function confirmUnprotected(
  ask: Ask,
  { storeUnprotected: before }: Pick<Preferences, 'storeUnprotected'>,
  { storeUnprotected: chosen }: { readonly storeUnprotected?: boolean | undefined },
): Promise<void> {
  if (chosen !== true || before) return;
  const agreed = await ask({
    title: 'Store unprotected',
    message: 'Store secrets, tokens, notes, guests and sent offers on this machine without protection?',
    detail: 'Anyone who can read your files could then read them.\n\nCancel unless you have just chosen this yourself.',
    confirm: 'Store them',
    cancel: 'Cancel',
  });
  if (!agreed) throw new AppError('cancelled', {});
}

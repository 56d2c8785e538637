/** Keeps the texts that a person types in main, and restores them after a crash of the window. */
import { notifications } from '@mantine/notifications';
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import { call } from '../ipc/client.ts';
import { followTyped, readRemembered, remember } from '../ui/use-remembered-state.ts';

/** The time after which a change is sent, together with later changes of the same text. */
const SEND_AFTER_MS = 200;

/**
 * Restores the texts that a person had typed before a crash or the lock, and sends later changes to main. Call it before the first page is drawn. It never rejects, because a
 * window also opens without these texts.
 */
export async function restoreTypedTexts(): Promise<void> {
  const waiting = new Set<string>();
  const send = (key: string): void => {
    waiting.delete(key);
    const text = JSON.stringify(readRemembered<unknown>(key, null));
    const value = text.length > MAX_CHARACTERS.pastedText ? null : text;
    // A text that main did not get is lost only if this process ends; main has logged the failure.
    call('app', 'keepTyped', { key, value }).catch(() => {});
  };
  followTyped((key) => {
    if (!waiting.has(key)) setTimeout(send, SEND_AFTER_MS, key);
    waiting.add(key);
  });
  const before = await call('app', 'takeTyped', null).catch(() => null);
  if (before === null) return;
  for (const { key, value } of before.texts) remember(key, JSON.parse(value));
  if (before.why === 'locked') return;
  notifications.show({
    title: 'This window stopped working and was loaded again',
    message:
      'Notes, drafts and the forms for searches, quotes, bookings and tasks are back; everything else that you typed is not. Running tasks were not interrupted.',
    autoClose: false,
    color: 'orange',
  });
}

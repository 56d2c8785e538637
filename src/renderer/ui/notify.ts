/** Says that something was done. What was said before under the same id is gone then, because it may no longer be true. */
import { notifications } from '@mantine/notifications';

const VISIBLE_MS = 4_000;

export function notify(id: string, title: string, message: string): void {
  notifications.hide(id);
  notifications.show({ id, title, message, autoClose: VISIBLE_MS });
}

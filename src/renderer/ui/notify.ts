/** Shows a notification of success. A new notification replaces the earlier one of the same id. */
import { notifications } from '@mantine/notifications';

const VISIBLE_MS = 4_000;

export function notify(id: string, title: string, message: string): void {
  notifications.hide(id);
  notifications.show({ id, title, message, autoClose: VISIBLE_MS });
}

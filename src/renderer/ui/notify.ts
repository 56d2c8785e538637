/** Shows a notification of success. A new notification replaces the earlier one of the same id. */

import { notifications } from '@mantine/notifications';
import { SECOND_MS } from '../../shared/time/units.ts';

export function notify(id: string, title: string, message: string): void {
  notifications.hide(id);
  notifications.show({ id, title, message, autoClose: 4 * SECOND_MS });
}

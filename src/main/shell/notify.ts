/** Shows desktop notifications where the desktop has them. */
import { Notification } from 'electron';

/** Keeps open notifications from being garbage-collected, which would lose their click handlers. */
const held = new Set<Notification>();

export function notify(title: string, body: string, clicked: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  held.add(notification);
  notification.on('click', () => {
    held.delete(notification);
    clicked();
  });
  notification.on('close', () => held.delete(notification));
  notification.show();
}

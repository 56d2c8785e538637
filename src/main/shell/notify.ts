/** Desktop notifications. Where the desktop has none, nothing happens. */
import { Notification } from 'electron';

/** Referenced until closed: a notification that is garbage-collected loses its click handler. */
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

/** Desktop notifications. Where the desktop has none, nothing happens. */
import { Notification } from 'electron';

/** Held until they are gone: a notification that is collected forgets its click. */
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

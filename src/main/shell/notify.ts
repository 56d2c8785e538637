/** Shows desktop notifications. A desktop without them shows nothing. */
import { Notification } from 'electron';

/** The open notifications: one that is garbage-collected would lose its click handler. */
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

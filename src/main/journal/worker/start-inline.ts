/** Hosts the store in this thread: for tests, and for when no worker can be started. */
import type { Clock } from '../../platform/ports.ts';
import { type DeskOptions, JournalDesk } from './journal-server.ts';
import type { StartHost } from './messages.ts';

/** Messages are handled after the caller is done, in order, as a worker would. */
export const inlineHost =
  (clock: Clock, options: Omit<DeskOptions, 'say' | 'clock'> = {}): StartHost =>
  (events) => {
    let stopped = false;
    const desk = new JournalDesk({
      ...options,
      clock,
      say: (message) => {
        if (!stopped) events.said(message);
      },
    });
    return {
      post: (message) =>
        queueMicrotask(() => {
          if (stopped) return;
          try {
            desk.handle(message);
          } catch (error) {
            events.died(error);
          }
        }),
      stop: () => {
        stopped = true;
        desk.handle({ kind: 'close' });
      },
    };
  };

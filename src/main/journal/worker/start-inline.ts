/** Runs the journal server in the caller's thread: in tests, and when no thread can be started. */
import type { Clock } from '../../platform/ports.ts';
import { JournalServer, type JournalServerOptions } from './journal-server.ts';
import type { StartWorker } from './messages.ts';

/** Makes a function that runs the journal worker in the caller's thread. As with a worker thread, a message is handled only after its sender returns. */
export const startInline =
  (clock: Clock, options: Omit<JournalServerOptions, 'send' | 'clock'> = {}): StartWorker =>
  (events) => {
    let stopped = false;
    const server = new JournalServer({
      ...options,
      clock,
      send: (message) => {
        if (!stopped) events.onMessage(message);
      },
    });
    return {
      post: (message) =>
        queueMicrotask(() => {
          if (stopped) return;
          try {
            server.handle(message);
          } catch (error) {
            events.onExit(error);
          }
        }),
      stop: () => {
        stopped = true;
        server.handle({ kind: 'close' });
      },
    };
  };

/** Starts the first journal worker after the window shows its first page, so that the two do not compete for the processor. */
import type { Clock } from '../../platform/ports.ts';
import type { JournalWorker, StartWorker, ToWorker } from './messages.ts';

/**
 * Delays the first worker of `start` by `delayMs`, or until a query, an export or the journal's end needs it; later workers start at once.
 * Messages are held meanwhile. A process that is killed within the delay loses the exchanges of its first moments.
 */
export function startLater(start: StartWorker, clock: Clock, delayMs: number): StartWorker {
  let isFirst = true;
  return (events) => {
    if (!isFirst) return start(events);
    isFirst = false;
    let waiting: ToWorker[] | null = [];
    let worker: JournalWorker | null = null;
    const begin = (): void => {
      const messages = waiting;
      if (messages === null) return;
      waiting = null;
      cancelDelay();
      try {
        worker = start(events);
        for (const message of messages) worker.post(message);
      } catch (error) {
        events.onExit(error);
      }
    };
    const cancelDelay = clock.after(delayMs, begin);
    return {
      post(message) {
        if (waiting === null) {
          worker?.post(message);
          return;
        }
        waiting.push(message);
        if (message.kind === 'query' || message.kind === 'exportHar' || message.kind === 'close') begin();
      },
      stop() {
        waiting = null;
        cancelDelay();
        worker?.stop();
      },
    };
  };
}

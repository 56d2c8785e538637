/** Starts a console's first journal worker after the window shows its first page, so that the two do not share the processor. */
import type { Clock } from '../../platform/ports.ts';
import type { JournalWorker, StartWorker, ToWorker } from './messages.ts';

/**
 * Makes the first worker of `start` wait `delayMs`, or until a query, an export or the end of the journal needs it; later workers start at
 * once. Messages wait with it. A process that is killed within the delay loses the exchanges of its first moments.
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

/** Starts the first journal worker after the window shows its first page, so that the two do not compete for the processor. */
import type { JournalWorker, StartWorker, ToWorker } from './messages.ts';

/**
 * Delays the first worker of `start` until the window has `drawn` its first page, or until a query, an export or the journal's end needs it; later workers start at once.
 * Messages are held meanwhile. A process that is killed before loses the exchanges of its first moments.
 */
export function startLater(start: StartWorker, drawn: Promise<void>): StartWorker {
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
      try {
        worker = start(events);
        for (const message of messages) worker.post(message);
      } catch (error) {
        events.onExit(error);
      }
    };
    void drawn.then(begin);
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
        worker?.stop();
      },
    };
  };
}

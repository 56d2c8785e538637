/** Starts the thread that reads pasted input, with a limit on its memory. */
import { Worker } from 'node:worker_threads';
import type { FromReader, ToReader } from './messages.ts';

export interface ReaderThread {
  post(message: ToReader): void;
  /** Ends the thread at once; it sends no further message. */
  stop(): void;
}

/** Starts a reader's thread. `onEnd` is called when the thread ends without a report, for example for lack of memory. */
export type StartReader = (onMessage: (message: FromReader) => void, onEnd: () => void) => ReaderThread;

const MAX_MEMORY_MB = 512;

/** Makes a function that starts reader threads. `script`: the built worker, or its source in tests. */
export const startReaderThread =
  (script: URL): StartReader =>
  (onMessage, onEnd) => {
    const worker = new Worker(script, {
      name: 'paste',
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    let ended = false;
    const end = (): void => {
      if (!ended) onEnd();
      ended = true;
    };
    worker.on('message', (message: FromReader) => {
      if (!ended) onMessage(message);
    });
    worker.on('error', end);
    worker.on('exit', end);
    return {
      post: (message) => worker.postMessage(message),
      stop: () => {
        ended = true;
        void worker.terminate();
      },
    };
  };

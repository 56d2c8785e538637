/** Runs the journal server in a thread, so that redaction, compression and the disk never block the main process. */
import { Worker } from 'node:worker_threads';
import type { FromWorker, StartWorker } from './messages.ts';

/**
 * Makes a function that starts the journal worker as a thread. `script`: the built worker, or its source in tests. The function throws when no
 * thread can be started.
 */
export const startThread =
  (script: URL): StartWorker =>
  (events) => {
    const worker = new Worker(script, { name: 'journal', stdin: false });
    let ended = false;
    const onEnd = (error: unknown): void => {
      if (!ended) events.onExit(error);
      ended = true;
    };
    worker.on('message', (message: FromWorker) => {
      if (!ended) events.onMessage(message);
    });
    worker.on('error', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`the worker ended with ${code}`)));
    return {
      post: (message) => worker.postMessage(message),
      stop: () => {
        ended = true;
        void worker.terminate();
      },
    };
  };

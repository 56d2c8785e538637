/** Runs the journal server in a thread, so that redaction, compression and the disk never block the main process. */
import { Worker } from 'node:worker_threads';
import { closeEndGate, makeEndGate } from '../file/end-gate.ts';
import type { FromWorker, StartWorker } from './messages.ts';

/** Makes the function that starts a thread. `script`: the built worker, or its source in tests. Throws when no thread can be started. */
export const startThread =
  (script: URL): StartWorker =>
  (events) => {
    const gate = makeEndGate();
    const worker = new Worker(script, { name: 'journal', stdin: false, workerData: gate });
    const closeGate = (): void => closeEndGate(gate);
    process.once('exit', closeGate);
    let ended = false;
    const onEnd = (error: unknown): void => {
      if (!ended) events.onExit(error);
      ended = true;
    };
    worker.on('message', (message: FromWorker) => {
      if (!ended) events.onMessage(message);
    });
    worker.on('error', onEnd);
    worker.on('exit', (code) => {
      process.off('exit', closeGate);
      onEnd(new Error(`the worker ended with ${code}`));
    });
    return {
      post: (message) => worker.postMessage(message),
      stop: () => {
        ended = true;
        closeGate();
        void worker.terminate();
      },
    };
  };

/** The entry of the thread that derives a key from a passphrase, so that main does not block. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Derivation, deriveHere } from './derive-key.ts';

const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker');
port.postMessage(await deriveHere(workerData as Derivation));

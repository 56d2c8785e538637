/** The entry of the journal worker, the thread that owns the journal's file. */
import { parentPort } from 'node:worker_threads';
import { machineClock } from '../../platform/machine.ts';
import { JournalServer } from './journal-server.ts';
import type { ToWorker } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker');

const server = new JournalServer({ clock: machineClock, send: (message) => port.postMessage(message) });
port.on('message', (message: ToWorker) => server.handle(message));

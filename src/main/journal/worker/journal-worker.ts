/** The journal's thread. */
import { parentPort } from 'node:worker_threads';
import { machineClock } from '../../platform/clock.ts';
import { JournalDesk } from './journal-server.ts';
import type { ToHost } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker');

const desk = new JournalDesk({ clock: machineClock, say: (message) => port.postMessage(message) });
port.on('message', (message: ToHost) => desk.handle(message));

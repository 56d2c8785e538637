/**
 * A process that books or changes one quote until it is killed. Before each step it reports the
 * step and waits for the parent's leave; the service is the parent process too, at the other end of the IPC channel. Arguments: the folder,
 * `book` or `change`.
 */
import { flushCompileCache } from 'node:module';
import type { Json } from '../../src/shared/model/primitives.ts';
import { actTwice, type DeskStep, openBookingDesk } from './booking-desk.ts';

// A killed process keeps no compiled modules for the next one.
flushCompileCache();

const ask = (message: { step: DeskStep } | { operation: string }): Promise<Json> =>
  new Promise((resolve) => {
    process.once('message', (answer: Json) => resolve(answer));
    process.send?.(message);
  });

const desk = openBookingDesk(
  process.argv[2] ?? '',
  (operation) => ask({ operation }),
  async (step) => void (await ask({ step })),
);
await actTwice(desk, process.argv[3] === 'change' ? 'change' : 'book');
process.disconnect();

/** A process that records exchanges until it is killed. Arguments: file, count. It writes "recorded" when the journal has acknowledged `count` exchanges. */

import { Journal } from '../../src/main/journal/journal.ts';
import { startInline } from '../../src/main/journal/worker/start-inline.ts';
import { startThread } from '../../src/main/journal/worker/start-thread.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { journalTraffic } from '../bench/support/journal-traffic.ts';
import { JOURNAL_WORKER } from './worker-scripts.ts';

const [file = '', count = '1'] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const journal = new Journal({
  file,
  choices: { maxDays: 30, maxMegabytes: 100, bodyKilobytes: 64, keepGuests: false, keepTexts: false },
  clock: machineClock,
  log,
  start: startThread(JOURNAL_WORKER),
  fallback: startInline(machineClock),
});
await journal.chain('none');
let recorded = 0;
journal.recorded.subscribe(({ exchanges }) => {
  recorded += exchanges.length;
  if (recorded >= Number(count)) process.stdout.write('recorded\n');
});
const { next } = journalTraffic(3, Date.UTC(2026, 10, 21));
for (let index = 0; index < Number(count); index += 1) journal.record({ ...next(), id: `x${index}` });
setInterval(() => journal.record(next()), 5);

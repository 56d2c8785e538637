/**
 * A process that sends as fast as its limiter allows, until it is killed. The server is the parent process, at the other end of the
 * IPC channel. Arguments: the usage log, the rules as JSON.
 */
import { flushCompileCache } from 'node:module';
import { machineClock, machineMonotonic } from '../../src/main/platform/machine.ts';
import { UnsyncedFileLines } from '../../src/main/platform/unsynced-file-lines.ts';
import { Limiter, type Permit } from '../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../src/shared/model/rates.ts';
import { answerOf } from './answer-of.ts';

// A killed process keeps no compiled modules for the next one.
flushCompileCache();

const [file = '', rules = '[]'] = process.argv.slice(2);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const limiter = new Limiter({
  api: 'booking',
  rules: JSON.parse(rules) as RateRule[],
  clock: machineClock,
  elapsed: machineMonotonic,
  usageLog: { file: new UnsyncedFileLines({ file, what: 'The use of limits' }), log },
});
const inFlight = new Map<number, Permit>();
let sentCount = 0;

async function sendNext(): Promise<void> {
  const permit = await limiter.acquire({ kind: 'read', lane: 'bulk' });
  sentCount += 1;
  inFlight.set(sentCount, permit);
  permit.sent();
  process.send?.({ id: sentCount, at: machineClock.now() });
}

process.on('message', ({ id, status }: { id: number; status: number }) => {
  inFlight.get(id)?.answered(answerOf({ status }));
  inFlight.delete(id);
  void sendNext();
});
// The channel keeps the process alive; timers of the machine's clock do not.
process.send?.({ ready: true });
for (let index = 0; index < 4; index += 1) void sendNext();

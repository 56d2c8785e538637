/** A process that clears the backups of a folder and kills itself (SIGKILL) before a step. Arguments: the folder, the number of the step. */
import { doBackupJob } from '../../src/main/store/backup-files.ts';
import { Backups } from '../../src/main/store/backups.ts';
import { FakeLog } from './fake-log.ts';
import { watchSteps } from './kill-states.ts';
import { ManualClock } from './manual-clock.ts';
import { storesIn } from './stores-in.ts';

const [, , folder = '', killAt = '0'] = process.argv;
const clock = new ManualClock();
const log = new FakeLog();
let steps = 0;
watchSteps(() => {
  steps += 1;
  if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
const stores = storesIn(folder, { clock, log, document: () => ({ read: () => null }) });
const backups = new Backups({ console: stores.console, run: async (job) => doBackupJob(job), clock, log });
await clock.advance(60_000);
await backups.clear();

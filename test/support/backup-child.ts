/**
 * A process that backs up, clears, restores or starts, and kills itself (SIGKILL) before a step: a call of the file system or of SQLite that
 * changes a file. Arguments: the folder, the act, the number of the step. It exits with 0 when the act has fewer steps.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const [, , folder = '', act = '', killAt = '0'] = process.argv;

let steps = 0;
/** Counts the calls of a method that change a file, and kills the process before one of them. */
function counted(of: object, method: string, changes: (...values: unknown[]) => boolean = () => true): void {
  const original: unknown = Reflect.get(of, method);
  if (typeof original !== 'function') throw new Error(`there is no ${method}`);
  Reflect.set(of, method, function step(this: unknown, ...values: unknown[]) {
    if (changes(...values)) steps += 1;
    if (changes(...values) && steps === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, this, values);
  });
}

const { finishDeletion } = await import('../../src/main/platform/delete-everything.ts');
const { doBackupJob } = await import('../../src/main/store/backup-files.ts');
const { Backups } = await import('../../src/main/store/backups.ts');
const { storesIn } = await import('./stores-in.ts');
const { ManualClock } = await import('./manual-clock.ts');
const { FakeLog } = await import('./fake-log.ts');

for (const method of ['renameSync', 'mkdirSync', 'utimesSync']) counted(fs, method);
counted(fs, 'openSync', (_file, flags) => flags === 'wx');
counted(fs, 'rmSync', (file) => fs.existsSync(String(file)));
syncBuiltinESMExports();
counted(
  DatabaseSync.prototype,
  'exec',
  (sql) => !/^PRAGMA (secure_delete|synchronous|foreign_keys = ON$)/.test(String(sql)),
);
counted(StatementSync.prototype, 'run');

const clock = new ManualClock();
const log = new FakeLog();
const stores = storesIn(folder, { clock, log, document: () => ({ read: () => null }) });
const backups = new Backups({ console: stores.console, run: async (job) => doBackupJob(job), clock, log });
await clock.advance(60_000);
if (act === 'backUp') await backups.backUp();
if (act === 'clear') await backups.clear();
if (act === 'restore') await backups.prepareRestore(backups.list().at(-1)?.id ?? '');
if (act === 'deleteEverything') finishDeletion([folder], log);
if (act === 'start') void stores.console.exists;
stores.close();
process.exit(0);

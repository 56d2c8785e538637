/** Runs work on a database file in its own thread. */
import { Worker } from 'node:worker_threads';
import { type BackupJob, doBackupJob } from './backup-files.ts';

/** Runs a job. Rejects with the error of SQLite that the job throws. */
export type RunBackupJob = (job: BackupJob) => Promise<void>;

/** Runs the job in the calling thread. */
export const runHere: RunBackupJob = async (job) => doBackupJob(job);

/** Makes a function that runs jobs in a new thread. `script` is the built worker, or its source in tests. */
export const runInThread =
  (script: URL): RunBackupJob =>
  (job) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, { name: 'backup', workerData: job });
      worker.once('error', reject);
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the thread ended with ${code}`))));
    });

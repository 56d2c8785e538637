/** The entry of the thread that copies and clears database files, so that main does not block. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupJob, doBackupJob } from './backup-files.ts';

if (!parentPort) throw new Error('this file is the entry of a worker');
doBackupJob(workerData as BackupJob);

/** Backs up console.db daily if it has changed, and deletes from the backups what a person deleted. */
import { existsSync } from 'node:fs';
import { AppError } from '../../shared/app-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time/units.ts';
import type { Clock, Log } from '../platform/ports.ts';
import { faultOf, removeDatabase } from '../platform/sqlite.ts';
import { Turns } from '../platform/turns.ts';
import { type BackupFile, beginBackup, type Deleted, isBackedUp, listBackups } from './backup-files.ts';
import { preparedOf, prepareRestore } from './restore.ts';
import type { RunBackupJob } from './run-backup-job.ts';
import { databaseFailed, type StoreFile } from './store-file.ts';

const WHAT = 'The backups';

export interface BackupsDeps {
  readonly console: StoreFile;
  readonly run: RunBackupJob;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Log;
}

export class Backups {
  readonly #deps: BackupsDeps;
  readonly #turns = new Turns();
  #stop = (): void => {};

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  /** Checks regularly whether a backup is due, until {@link stop}. */
  start(delayMs = MINUTE_MS): void {
    this.#stop = this.#deps.clock.after(delayMs, () => {
      void this.#look().finally(() => this.start(HOUR_MS));
    });
  }

  stop(): void {
    this.#stop();
    this.#stop = () => {};
  }

  list(): BackupFile[] {
    return listBackups(this.#deps.console.file);
  }

  /** Makes a backup now. Rejects with AppError `storageFailed`; the earlier backups then stay unchanged. */
  backUp(): Promise<void> {
    return this.#inTurn(async () => {
      const { console: file, run, clock } = this.#deps;
      this.#checkpoint();
      const backup = beginBackup(file.file, clock.now());
      try {
        await run({ kind: 'copy', from: file.file, to: backup.part });
        backup.finish();
      } catch (error) {
        backup.discard();
        throw error;
      }
    });
  }

  /**
   * Deletes from all backups what was deleted from console.db; a damaged backup is deleted whole. After a kill or an error the next call continues,
   * soon after the next start at the latest.
   */
  clear(): Promise<void> {
    return this.#inTurn(async () => {
      const { console: file, run, log } = this.#deps;
      const deleted = this.#deleted();
      if (!deleted) return;
      const prepared = preparedOf(file.file);
      const files = this.list().map(({ path }) => path);
      for (const path of existsSync(prepared) ? [...files, prepared] : files)
        try {
          await run({ kind: 'clear', file: path, deleted });
        } catch (error) {
          if (faultOf(error)?.kind !== 'damaged') throw error;
          log.error('a damaged backup was deleted', { path });
          removeDatabase(path);
        }
      file.use(WHAT, 'write', (connection) =>
        connection.transaction(() => {
          const done = connection.prepared('DELETE FROM backup_deletions WHERE of = ? AND id = ?');
          for (const [table, ids] of Object.entries(deleted)) for (const id of ids) done.run(table, id);
        }),
      );
      // Until the checkpoint, the write-ahead log of console.db contains the deleted rows too.
      this.#checkpoint();
    });
  }

  /** Prepares a backup to replace console.db at the next start. Rejects with AppError `notFound` or `storageFailed`; then nothing is prepared. */
  async prepareRestore(id: string): Promise<void> {
    const { console: file, run, clock } = this.#deps;
    // Deleted data must not come back.
    await this.clear();
    const backup = this.list().find((one) => one.id === id);
    if (!backup) throw new AppError('notFound', { what: 'This backup' });
    return this.#inTurn(() => prepareRestore(file.file, backup.path, (job) => run({ ...job, now: clock.now() })));
  }

  async settled(): Promise<void> {
    await this.#turns.ended();
  }

  async #look(): Promise<void> {
    const { console: file, clock, log } = this.#deps;
    try {
      if (!file.exists || file.isStandIn) return;
      await this.clear();
      const [newest] = this.list();
      const age = newest ? clock.now() - newest.at : DAY_MS;
      // A negative age means that the machine's clock was ahead when the backup was made.
      if (age >= 0 && age < DAY_MS) return;
      this.#checkpoint();
      if (!isBackedUp(file.file)) await this.backUp();
    } catch (error) {
      log.error('console.db was not backed up', { error: String(error) });
    }
  }

  /** Writes the write-ahead log into the file. The file's modification time is then the time of the last change. */
  #checkpoint(): void {
    this.#deps.console.use(WHAT, 'write', ({ db }) => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  /** The rows to delete from the backups; `null` when there are none. */
  #deleted(): Deleted | null {
    const { console: file } = this.#deps;
    if (!file.exists || file.isStandIn) return null;
    const rows = file.use(WHAT, 'read', ({ db }) => db.prepare('SELECT of, id FROM backup_deletions').all());
    const idsOf = (table: string) => rows.filter(({ of }) => of === table).map(({ id }) => String(id));
    return rows.length === 0 ? null : { connections: idsOf('connections'), sealed_records: idsOf('sealed_records') };
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#turns.run(work).catch((error: unknown) => {
      throw databaseFailed(WHAT, error);
    });
  }
}

/** The files of the app as Settings shows them: sizes, backups, export, restore, and the deletion of everything. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Backup, type StoredFiles, StoreName } from '../../shared/model/stored-data.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { markForDeletion } from '../platform/delete-everything.ts';
import { nextTurn } from '../platform/next-turn.ts';
import { databaseBytes } from '../platform/sqlite.ts';
import { type BackupFile, withDatabase } from './backup-files.ts';
import type { Backups } from './backups.ts';
import { exportData, type OpenKey } from './export-data.ts';
import type { StoreFile } from './store-file.ts';

export interface StoredDataDeps {
  readonly folder: string;
  readonly console: StoreFile;
  readonly backups: Backups;
  /** The data key; `null` when there is none. The key store may ask the person first. Rejects while the key is locked. */
  readonly key: () => Promise<OpenKey | null>;
}

export class StoredData {
  readonly #deps: StoredDataDeps;

  constructor(deps: StoredDataDeps) {
    this.#deps = deps;
  }

  /** An absolute path. */
  folder(): string {
    return this.#deps.folder;
  }

  async files(): Promise<StoredFiles> {
    const { folder, backups, key } = this.#deps;
    const known = backups.list();
    // Without backups the key is not needed.
    const keyId = known.length === 0 ? null : await key().then(idOf, () => null);
    const described: Backup[] = [];
    for (const backup of known) {
      described.push(describe(backup, keyId));
      // Counting the rows of a large backup takes time, so other work runs in between.
      await nextTurn();
    }
    return {
      folder,
      files: StoreName.options.map((name) => ({ name, bytes: databaseBytes(join(folder, name)) })),
      backups: described,
    };
  }

  async backUp(): Promise<StoredFiles> {
    await this.#deps.backups.backUp();
    return this.files();
  }

  prepareRestore(id: string): Promise<void> {
    return this.#deps.backups.prepareRestore(id);
  }

  /** Exports the stored data as JSON. Rejects with AppError `storageFailed`, also while the data key is locked. */
  async exportJson(path: string, withGuests: boolean): Promise<WrittenFile> {
    const key = withGuests ? await this.#deps.key() : null;
    return this.#deps.console.use('What you made', 'read', ({ db }) => exportData(db, path, key));
  }

  /** Marks everything for deletion at the next start. Throws AppError `storageFailed`. */
  deleteEverything(): void {
    markForDeletion(this.#deps.folder);
  }
}

/** The id of the data key; empty when there is none, because then nothing is sealed. */
const idOf = (key: OpenKey | null): string => key?.keyId ?? '';

function describe({ id, path, at, bytes }: BackupFile, keyId: string | null): Backup {
  try {
    return { id, at, bytes, holds: withDatabase(path, (db) => contentOf(db, keyId)) };
  } catch {
    return { id, at, bytes, holds: null };
  }
}

function contentOf(db: DatabaseSync, keyId: string | null): Backup['holds'] {
  const count = (sql: string, ...values: string[]) =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${sql}`).get(...values)?.n);
  return {
    quotes: count('quotes WHERE removed_at IS NULL'),
    guests: count("sealed_records WHERE kind = 'guest'"),
    offers: count("sealed_records WHERE kind = 'offer'"),
    cases: count('cases WHERE removed_at IS NULL'),
    tasks: count('tasks'),
    unreadable: keyId === null ? null : count('sealed_records WHERE key_id <> ?', keyId),
  };
}

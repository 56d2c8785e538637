/** Opens the journal's file, and quarantines it. */
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Log } from '../../platform/ports.ts';
import { quarantineDatabase, resultCode } from '../../platform/sqlite.ts';
import { type Connect, faultOf, isBlocked, prepareDatabase, UnusableFile } from '../file/database.ts';
import { ExchangeStore, type Retention } from './store.ts';

export interface JournalFileOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly open: Connect;
}

export class JournalFile {
  readonly #options: JournalFileOptions;
  #store: ExchangeStore | null = null;
  #quarantined: string | null = null;

  constructor(options: JournalFileOptions) {
    this.#options = options;
  }

  /** Null while the file is not open. */
  get store(): ExchangeStore | null {
    return this.#store;
  }

  /** The path of the file that was quarantined last since the start, or null. */
  get quarantined(): string | null {
    return this.#quarantined;
  }

  /** Opens the file. Throws errors of SQLite and of the system, and the faults of file/database.ts. */
  open(retention: Retention): ExchangeStore {
    const { file, open, log } = this.#options;
    if (isBlocked(file)) this.quarantine('a folder is in the place of the file');
    const store = usable(() => openStore(prepareDatabase(open(file)), retention));
    this.#store = store;
    log.info('the journal is open', { exchanges: store.count, bytes: store.bytes });
    return store;
  }

  /** Closes and renames the file. Nothing is deleted. */
  quarantine(reason: string): void {
    const { file, clock, log } = this.#options;
    this.close();
    this.#quarantined = quarantineDatabase(file, clock.now());
    log.warn('the journal’s file was quarantined and a new one begun', { reason, file: this.#quarantined });
  }

  close(): void {
    if (this.#store) closeQuietly(this.#store);
    this.#store = null;
  }
}

/** While a file is opened, every error of SQLite that is not a refusal means a damaged file. */
function usable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const isOfSqlite = resultCode(error) !== null;
    throw isOfSqlite && faultOf(error) === null ? new UnusableFile('the file cannot be used', { cause: error }) : error;
  }
}

/** Closes the connection when it cannot be read, because the file is about to be renamed. */
function openStore(db: DatabaseSync, retention: Retention): ExchangeStore {
  try {
    return new ExchangeStore(db, retention);
  } catch (error) {
    db.close();
    throw error;
  }
}

export function closeQuietly(store: ExchangeStore): void {
  try {
    store.close();
  } catch {
    // The store is not used any more.
  }
}

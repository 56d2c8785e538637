/** Handles the faults of the journal's file: a damaged file is quarantined and replaced, an unavailable file is retried. */
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Log } from '../../platform/ports.ts';
import { type Fault, quarantineDatabase, resultCode } from '../../platform/sqlite.ts';
import { type Connect, faultOf, isBlocked, isSchemaMissing, prepareDatabase, UnusableFile } from '../file/database.ts';
import { describeError } from './intake.ts';
import { ExchangeStore, type Retention } from './store.ts';

export interface JournalFileOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly open: Connect;
  readonly retention: () => Retention;
  /** Called when a file, possibly a new one, was opened. */
  readonly onOpen: (store: ExchangeStore) => void;
  /** Writes the exchanges that waited for the file. Throws while the file is unavailable. */
  readonly drain: (store: ExchangeStore) => void;
  readonly onUnavailable: () => void;
  /** Called when the fault changed. */
  readonly onChange: () => void;
}

/** The reason why the file is unavailable, and the time of the next retry. */
interface PendingRetry {
  readonly reason: string;
  readonly retryAt: number;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

export class JournalFile {
  readonly #options: JournalFileOptions;
  #store: ExchangeStore | null = null;
  #quarantined: string | null = null;
  #fault: PendingRetry | null = null;
  #retryDelayMs = FIRST_RETRY_MS;
  #cancelRetry = (): void => {};

  constructor(options: JournalFileOptions) {
    this.#options = options;
  }

  /** The store; null while the file is not open. */
  get store(): ExchangeStore | null {
    return this.#store;
  }

  /** The fault; null while the file works. */
  get fault(): PendingRetry | null {
    return this.#fault;
  }

  /** The path of the last quarantined file since the start, or null. */
  get quarantined(): string | null {
    return this.#quarantined;
  }

  /** Opens the file. Throws errors of SQLite and of the system, and the faults of file/database.ts. */
  open(): void {
    const { file, open, log, retention, onOpen } = this.#options;
    if (isBlocked(file)) this.#quarantine('a folder is in the place of the file');
    const store = usable(() => openStore(prepareDatabase(open(file)), retention()));
    this.#store = store;
    log.info('the journal is open', { exchanges: store.count, bytes: store.bytes });
    onOpen(store);
  }

  /**
   * Runs work on the file. Returns null after a fault: a damaged file is quarantined, an unavailable file is retried later. Other errors pass
   * through.
   */
  guard<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      if (fault.reason !== this.#fault?.reason)
        this.#options.log.warn('the journal’s file has a fault', {
          reason: fault.reason,
          error: describeError(error),
        });
      this.#handle(fault);
      return null;
    }
  }

  /** Quarantines the file if the error says that a table or index is missing. Returns whether it did. */
  quarantineIfSchemaMissing(error: unknown): boolean {
    const isMissing = isSchemaMissing(error);
    if (isMissing) this.#handle({ kind: 'damaged', reason: 'the file is damaged' });
    return isMissing;
  }

  #handle(fault: Fault): void {
    if (fault.kind === 'unavailable') {
      this.retryLater(fault.reason);
      return;
    }
    try {
      this.#quarantine(fault.reason);
      this.open();
      this.#options.onChange();
    } catch (error) {
      this.#closeStore();
      this.retryLater(faultOf(error)?.reason ?? fault.reason);
    }
  }

  /** Closes and renames the file. Nothing is deleted. */
  #quarantine(reason: string): void {
    const { file, clock, log } = this.#options;
    this.#closeStore();
    this.#quarantined = quarantineDatabase(file, clock.now());
    log.warn('the journal’s file was quarantined and a new one begun', { reason, file: this.#quarantined });
  }

  /** Treats the file as unavailable until a retry succeeds. The first retry is after a second; each delay is twice the last, up to a minute. */
  retryLater(reason: string): void {
    const { clock, onUnavailable, onChange } = this.#options;
    onUnavailable();
    this.#cancelRetry();
    this.#fault = { reason, retryAt: clock.now() + this.#retryDelayMs };
    this.#cancelRetry = clock.after(this.#retryDelayMs, () => this.#retry());
    this.#retryDelayMs = Math.min(2 * this.#retryDelayMs, MAX_RETRY_MS);
    onChange();
  }

  #retry(): void {
    const before = this.#fault;
    if (this.#writesAgain()) {
      this.#resetRetry();
      this.#options.log.info('the journal writes to its file again');
      this.#options.onChange();
    } else if (this.#fault === before) this.retryLater(before?.reason ?? '');
  }

  /** Retries. Returns whether the file now contains every exchange that waited for it. */
  #writesAgain(): boolean {
    try {
      const done = this.guard(() => {
        if (!this.#store) this.open();
        this.#store?.checkpoint();
        if (this.#store) this.#options.drain(this.#store);
        return true;
      });
      return done === true;
    } catch (error) {
      this.#options.log.error('the spill buffer could not be written to the file', { error: describeError(error) });
      this.quarantineIfSchemaMissing(error);
      return false;
    }
  }

  #resetRetry(): void {
    this.#cancelRetry();
    this.#fault = null;
    this.#retryDelayMs = FIRST_RETRY_MS;
  }

  #closeStore(): void {
    if (this.#store) closeQuietly(this.#store);
    this.#store = null;
  }

  close(): void {
    this.#resetRetry();
    this.#closeStore();
  }
}

/** Runs work on a file that is being opened: an error of SQLite without a known fault then means a damaged file. */
function usable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const isOfSqlite = resultCode(error) !== null;
    throw isOfSqlite && faultOf(error) === null ? new UnusableFile('the file cannot be used', { cause: error }) : error;
  }
}

/** Opens the store. If the file cannot be read, the connection is closed, because the file is about to be renamed. */
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

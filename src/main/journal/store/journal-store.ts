/**
 * The journal's store with the faults of its file: a damaged file is quarantined and a new one begun; a file that cannot be written is tried again
 * every RETRY_MS.
 */
import type { Clock, Log } from '../../platform/ports.ts';
import { type Fault, quarantineDatabase } from '../../platform/sqlite.ts';
import { type Connect, connect, faultOf, isBlocked, prepareDatabase, UnusableFile } from '../file/database.ts';
import { ExchangeStore } from './store.ts';

export interface JournalStoreOptions {
  readonly file: string;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Log;
  readonly open: Connect;
  /** Called when the fault or the file has changed. */
  readonly onChange: () => void;
  /** Called when the file may work again. */
  readonly onRetry: () => void;
}

/** The time between two attempts to write while the disk fails. */
const RETRY_MS = 10_000;

export class JournalStore {
  /** The reason why the file cannot be written, and the time of the next try; null while it works. */
  fault: { readonly reason: string; readonly retryAt: number } | null = null;
  /** The path of the last quarantined file since the start, or null. */
  quarantined: string | null = null;
  readonly #options: JournalStoreOptions;
  #store: ExchangeStore | null = null;
  #cancelRetry = (): void => {};

  constructor(options: JournalStoreOptions) {
    this.#options = options;
    this.use(() => null);
  }

  /** Queries the file, or an empty store when it cannot be read. */
  read<Answer>(query: (store: ExchangeStore) => Answer): Answer {
    const inBox = (store: ExchangeStore) => ({ answer: query(store) });
    return (this.use(inBox) ?? emptyStore(inBox)).answer;
  }

  /**
   * Runs `work` on the file; when the file turns out to be damaged, runs it once more on a new file. Returns null while the file cannot be used.
   * Rethrows errors that the file did not cause.
   */
  use<Value>(work: (store: ExchangeStore) => Value): Value | null {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (!this.#store && this.fault) return null;
      try {
        this.#store ??= this.#open();
        return work(this.#store);
      } catch (error) {
        const fault = faultOf(error);
        if (!fault) throw error;
        this.#options.log.warn('the journal’s file has a fault', { reason: fault.reason, error: String(error) });
        if (!this.#replaced(fault)) return null;
      }
    }
    return null;
  }

  #open(): ExchangeStore {
    const { file, open, log } = this.#options;
    if (isBlocked(file)) throw new UnusableFile('a folder is in the place of the file');
    const db = prepareDatabase(open(file));
    try {
      const store = new ExchangeStore(db);
      log.info('the journal is open', { exchanges: store.count, bytes: store.bytes });
      return store;
    } catch (error) {
      // The file may be renamed now, which an open one cannot be everywhere.
      db.close();
      throw error;
    }
  }

  /** Quarantines a damaged file, so that a new one can be opened. Returns false when the file can only be tried again later. */
  #replaced({ kind, reason }: Fault): boolean {
    const { file, clock, log, onChange } = this.#options;
    if (kind === 'unavailable') return this.#retryLater(reason);
    this.#closeStore();
    try {
      this.quarantined = quarantineDatabase(file, clock.now());
    } catch (error) {
      return this.#retryLater(faultOf(error)?.reason ?? reason);
    }
    log.warn('the journal’s file was quarantined and a new one begun', { reason, file: this.quarantined });
    onChange();
    return true;
  }

  #retryLater(reason: string): false {
    const { clock, onChange, onRetry } = this.#options;
    this.#cancelRetry();
    this.fault = { reason, retryAt: clock.now() + RETRY_MS };
    this.#cancelRetry = clock.after(RETRY_MS, () => {
      this.fault = null;
      this.use((store) => store.checkpoint());
      if (!this.fault) onRetry();
      onChange();
    });
    onChange();
    return false;
  }

  #closeStore(): void {
    try {
      this.#store?.close();
    } catch {
      // The store is not used any more.
    }
    this.#store = null;
  }

  close(): void {
    this.#cancelRetry();
    this.#closeStore();
  }
}

function emptyStore<Answer>(query: (store: ExchangeStore) => Answer): Answer {
  const store = new ExchangeStore(prepareDatabase(connect(':memory:')));
  try {
    return query(store);
  } finally {
    store.close();
  }
}

/** The journal's file with its faults: a damaged file is quarantined and replaced, a refusing file is retried. */

import type { Fault } from '../../platform/sqlite.ts';
import { faultOf, isSchemaMissing } from '../file/database.ts';
import { describeError } from './intake.ts';
import { JournalFile, type JournalFileOptions } from './journal-file.ts';
import { RetryTimer } from './retry-timer.ts';
import type { ExchangeStore, Retention } from './store.ts';

export interface GuardedFileOptions extends JournalFileOptions {
  readonly retention: () => Retention;
  /** The file is open; it may be a new one. */
  readonly onOpen: (store: ExchangeStore) => void;
  /** Writes what waited for the file. Throws while the file refuses. */
  readonly drain: (store: ExchangeStore) => void;
  readonly onRefusal: () => void;
  /** The fault changed. */
  readonly onChange: () => void;
}

export class GuardedFile {
  readonly #options: GuardedFileOptions;
  readonly #file: JournalFile;
  readonly #retry: RetryTimer;

  constructor(options: GuardedFileOptions) {
    this.#options = options;
    this.#file = new JournalFile(options);
    this.#retry = new RetryTimer(options.clock, () => this.#tryAgain());
  }

  /** Null while the file is not open. */
  get store(): ExchangeStore | null {
    return this.#file.store;
  }

  /** Why the file refuses, and when it is tried again; null while it works. */
  get fault(): RetryTimer['fault'] {
    return this.#retry.fault;
  }

  /** The path of the file that was quarantined last since the start, or null. */
  get quarantined(): string | null {
    return this.#file.quarantined;
  }

  open(): void {
    this.#options.onOpen(this.#file.open(this.#options.retention()));
  }

  /** Runs work on the file. Returns null after a fault: a damaged file is quarantined, a refusal retried later. Other errors pass through. */
  guard<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      if (fault.reason !== this.fault?.reason)
        this.#options.log.warn('the journal’s file has a fault', {
          reason: fault.reason,
          error: describeError(error),
        });
      this.#handle(fault);
      return null;
    }
  }

  /** Quarantines the file when the error says that a table or index is missing. Returns whether it does. */
  quarantineIfSchemaMissing(error: unknown): boolean {
    const isMaimed = isSchemaMissing(error);
    if (isMaimed) this.#handle({ kind: 'damaged', reason: 'the file is damaged' });
    return isMaimed;
  }

  #handle(fault: Fault): void {
    if (fault.kind === 'refused') {
      this.refuse(fault.reason);
      return;
    }
    try {
      this.#file.quarantine(fault.reason);
      this.open();
      this.#options.onChange();
    } catch (error) {
      this.#file.close();
      this.refuse(faultOf(error)?.reason ?? fault.reason);
    }
  }

  /** The file refuses until a retry succeeds. */
  refuse(reason: string): void {
    this.#options.onRefusal();
    this.#retry.failed(reason);
    this.#options.onChange();
  }

  #tryAgain(): void {
    const before = this.fault;
    if (this.#writesAgain()) {
      this.#retry.reset();
      this.#options.log.info('the journal writes to its file again');
      this.#options.onChange();
    } else if (this.fault === before) this.refuse(before?.reason ?? '');
  }

  /** Whether the file took everything that waited. */
  #writesAgain(): boolean {
    try {
      const done = this.guard(() => {
        if (!this.store) this.open();
        this.store?.checkpoint();
        if (this.store) this.#options.drain(this.store);
        return true;
      });
      return done === true;
    } catch (error) {
      this.#options.log.error('the spill buffer could not be written to the file', { error: describeError(error) });
      this.quarantineIfSchemaMissing(error);
      return false;
    }
  }

  close(): void {
    this.#retry.reset();
    this.#file.close();
  }
}

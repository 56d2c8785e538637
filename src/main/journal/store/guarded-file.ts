/** The journal's file with its troubles: a damaged one is set aside and begun anew, one that refuses is tried again until it works. */

import type { Fault } from '../../platform/sqlite.ts';
import { faultOf, isSchemaMissing } from '../file/database.ts';
import { describeError } from './intake.ts';
import { JournalFile, type JournalFileOptions } from './journal-file.ts';
import { RetryTimer } from './retry-timer.ts';
import type { ExchangeStore, Retention } from './store.ts';

export interface GuardedFileOptions extends JournalFileOptions {
  readonly retention: () => Retention;
  /** It is open, perhaps as another one than before. */
  readonly opened: (store: ExchangeStore) => void;
  /** It may work again: writes what waited. Throws while it does not. */
  readonly catchUp: (store: ExchangeStore) => void;
  readonly refused: () => void;
  /** Told whenever its trouble changed. */
  readonly changed: () => void;
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

  /** `null` while it is not open. */
  get store(): ExchangeStore | null {
    return this.#file.store;
  }

  /** Why it cannot be written to, and when that is next tried; `null` while it works. */
  get fault(): RetryTimer['fault'] {
    return this.#retry.fault;
  }

  /** What the last one is called now that was set aside since the start. */
  get quarantined(): string | null {
    return this.#file.quarantined;
  }

  open(): void {
    this.#options.opened(this.#file.open(this.#options.retention()));
  }

  /** Runs what touches the file. A damaged file is set aside, a refusal is retried later; both give null. Other errors go on. */
  guard<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      if (fault.reason !== this.fault?.reason)
        this.#options.log.warn('the journal has trouble with its file', {
          reason: fault.reason,
          error: describeError(error),
        });
      this.#handle(fault);
      return null;
    }
  }

  /** Sets the file aside when an error says that something of it is missing; whether it does. */
  quarantineIfMaimed(error: unknown): boolean {
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
      this.#options.changed();
    } catch (error) {
      this.#file.close();
      this.refuse(faultOf(error)?.reason ?? fault.reason);
    }
  }

  /** From now on it counts as one that cannot be written to, until a try succeeds. */
  refuse(reason: string): void {
    this.#options.refused();
    this.#retry.failed(reason);
    this.#options.changed();
  }

  #tryAgain(): void {
    const before = this.fault;
    if (this.#works()) {
      this.#retry.reset();
      this.#options.log.info('the journal writes to its file again');
      this.#options.changed();
    } else if (this.fault === before) this.refuse(before?.reason ?? '');
  }

  /** Whether the file took everything that waits for it. */
  #works(): boolean {
    try {
      const done = this.guard(() => {
        if (!this.store) this.open();
        this.store?.checkpoint();
        if (this.store) this.#options.catchUp(this.store);
        return true;
      });
      return done === true;
    } catch (error) {
      this.#options.log.error('what waits in memory could not be written', { error: describeError(error) });
      this.quarantineIfMaimed(error);
      return false;
    }
  }

  close(): void {
    this.#retry.reset();
    this.#file.close();
  }
}

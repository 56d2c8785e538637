/** The journal's file with its troubles: a damaged one is set aside and begun anew, one that refuses is tried again until it works. */

import { isMissingSomething, type Trouble, troubleOf } from '../file/database.ts';
import { nameOf } from './intake.ts';
import { JournalFile, type JournalFileOptions } from './journal-file.ts';
import { Retry } from './retry-timer.ts';
import type { Retention, Store } from './store.ts';

export interface GuardedFileOptions extends JournalFileOptions {
  readonly retention: () => Retention;
  /** It is open, perhaps as another one than before. */
  readonly opened: (store: Store) => void;
  /** It may work again: writes what waited. Throws while it does not. */
  readonly catchUp: (store: Store) => void;
  readonly refused: () => void;
  /** Told whenever its trouble changed. */
  readonly changed: () => void;
}

export class GuardedFile {
  readonly #options: GuardedFileOptions;
  readonly #file: JournalFile;
  readonly #retry: Retry;

  constructor(options: GuardedFileOptions) {
    this.#options = options;
    this.#file = new JournalFile(options);
    this.#retry = new Retry(options.clock, () => this.#tryAgain());
  }

  /** `null` while it is not open. */
  get store(): Store | null {
    return this.#file.store;
  }

  /** Why it cannot be written to, and when that is next tried; `null` while it works. */
  get trouble(): Retry['trouble'] {
    return this.#retry.trouble;
  }

  /** What the last one is called now that was set aside since the start. */
  get setAside(): string | null {
    return this.#file.setAside;
  }

  open(): void {
    this.#options.opened(this.#file.open(this.#options.retention()));
  }

  /** Runs what touches the file. A damaged file is set aside, a refusal is retried later; both give null. Other errors go on. */
  guarded<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (error) {
      const trouble = troubleOf(error);
      if (!trouble) throw error;
      if (trouble.reason !== this.trouble?.reason)
        this.#options.log.warn('the journal has trouble with its file', {
          reason: trouble.reason,
          error: nameOf(error),
        });
      this.#meet(trouble);
      return null;
    }
  }

  /** Sets the file aside when an error says that something of it is missing; whether it does. */
  isMaimed(error: unknown): boolean {
    const isMaimed = isMissingSomething(error);
    if (isMaimed) this.#meet({ kind: 'damaged', reason: 'The file is damaged.' });
    return isMaimed;
  }

  #meet(trouble: Trouble): void {
    if (trouble.kind === 'refused') {
      this.refuse(trouble.reason);
      return;
    }
    try {
      this.#file.putAside(trouble.reason);
      this.open();
      this.#options.changed();
    } catch (error) {
      this.#file.close();
      this.refuse(troubleOf(error)?.reason ?? trouble.reason);
    }
  }

  /** From now on it counts as one that cannot be written to, until a try succeeds. */
  refuse(reason: string): void {
    this.#options.refused();
    this.#retry.refused(reason);
    this.#options.changed();
  }

  #tryAgain(): void {
    const before = this.trouble;
    if (this.#works()) {
      this.#retry.over();
      this.#options.log.info('the journal writes to its file again');
      this.#options.changed();
    } else if (this.trouble === before) this.refuse(before?.reason ?? '');
  }

  /** Whether the file took everything that waits for it. */
  #works(): boolean {
    try {
      const done = this.guarded(() => {
        if (!this.store) this.open();
        this.store?.flush();
        if (this.store) this.#options.catchUp(this.store);
        return true;
      });
      return done === true;
    } catch (error) {
      this.#options.log.error('what waits in memory could not be written', { error: nameOf(error) });
      this.isMaimed(error);
      return false;
    }
  }

  close(): void {
    this.#retry.over();
    this.#file.close();
  }
}

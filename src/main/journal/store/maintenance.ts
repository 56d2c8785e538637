/** Upkeep that is put off where the disk refuses it: there may be too little room for it, and enough for what is recorded. */
import type { Clock, Log } from '../../platform/ports.ts';
import { troubleOf } from '../file/database.ts';
import { nameOf } from './intake.ts';
import { upkeep } from './retention.ts';
import type { Store } from './store.ts';

const REST_MS = 10 * 60_000;

export class SparedUpkeep {
  readonly #clock: Clock;
  readonly #log: Log;
  #rests = false;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Does a piece; false when there is nothing left to do or it is put off. Throws what is not a refusal. */
  piece(store: Store): boolean {
    if (this.#rests) return false;
    try {
      return upkeep(store, this.#clock.now());
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble?.kind !== 'refused') throw error;
      this.#log.warn('upkeep of the journal is put off', { reason: trouble.reason, error: nameOf(error) });
      this.#rests = true;
      this.#clock.after(REST_MS, () => {
        this.#rests = false;
      });
      return false;
    }
  }
}

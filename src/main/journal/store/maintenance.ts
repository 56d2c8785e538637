/** Upkeep that is put off where the disk refuses it: there may be too little room for it, and enough for what is recorded. */
import type { Clock, Log } from '../../platform/ports.ts';
import { faultOf } from '../file/database.ts';
import { describeError } from './intake.ts';
import { maintain } from './retention.ts';
import type { ExchangeStore } from './store.ts';

const PAUSE_MS = 10 * 60_000;

export class Maintenance {
  readonly #clock: Clock;
  readonly #log: Log;
  #paused = false;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Does a piece; false when there is nothing left to do or it is put off. Throws what is not a refusal. */
  runPiece(store: ExchangeStore): boolean {
    if (this.#paused) return false;
    try {
      return maintain(store, this.#clock.now());
    } catch (error) {
      const fault = faultOf(error);
      if (fault?.kind !== 'refused') throw error;
      this.#log.warn('upkeep of the journal is put off', { reason: fault.reason, error: describeError(error) });
      this.#paused = true;
      this.#clock.after(PAUSE_MS, () => {
        this.#paused = false;
      });
      return false;
    }
  }
}

/** The way into the journal: an exchange is redacted by the choices of now, and gets its place. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import { redactRaw } from './redact-raw.ts';
import type { Entry } from './store.ts';

export class Intake {
  readonly #clock: Clock;
  readonly #log: Log;
  choices: JournalChoices;
  #seq = 0;
  #failed = 0;

  constructor(choices: JournalChoices, clock: Clock, log: Log) {
    this.choices = choices;
    this.#clock = clock;
    this.#log = log;
  }

  /** The last place that was given. */
  get seq(): number {
    return this.#seq;
  }

  /** Exchanges that could not be redacted. */
  get failed(): number {
    return this.#failed;
  }

  /** Places from now on are larger than this one. */
  continueAfter(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /** Not knowing the places in a file that cannot be read, we begin where it can hardly have come. */
  continueAfterUnknown(): void {
    if (this.#seq === 0) this.#seq = Math.round(this.#clock.now()) * 1_000;
  }

  /** What cannot be redacted is not kept: `null`. */
  accept(raw: RawExchange): Entry | null {
    try {
      const exchange = redactRaw(raw, this.choices);
      this.#seq += 1;
      return { seq: this.#seq, recordedAt: this.#clock.now(), exchange };
    } catch (error) {
      this.#failed += 1;
      this.#log.error('an exchange could not be redacted and is not kept', { error: describeError(error) });
      return null;
    }
  }
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Turns a raw exchange into an entry: redacted by the current choices, with the next sequence number. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import { type RedactedExchange, redactExchange } from '../../http/redact-exchange.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { RedactionRules } from '../../redact/field-kinds.ts';
import type { Entry } from './store.ts';

/** The choices that decide what of an exchange is stored. */
export type RedactionChoices = Pick<JournalChoices, 'bodyKilobytes' | 'keepGuests'> & Pick<RedactionRules, 'keepTexts'>;

/** Redacts secrets, and what the choices leave out: the only way from a raw exchange to a stored one. */
export function redactRaw(
  raw: RawExchange,
  { bodyKilobytes, keepGuests, keepTexts }: RedactionChoices,
): RedactedExchange {
  return redactExchange(raw, { keepGuests, keepTexts, bodyCap: bodyKilobytes * 1_024 });
}

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

  /** The last sequence number given. */
  get seq(): number {
    return this.#seq;
  }

  /** How many exchanges could not be redacted. */
  get failed(): number {
    return this.#failed;
  }

  /** The next sequence numbers are larger than `seq`. */
  continueAfter(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /** The file cannot be read, so its highest number is unknown: continues at a number that it cannot have reached. */
  continueAfterUnknown(): void {
    if (this.#seq === 0) this.#seq = Math.round(this.#clock.now()) * 1_000;
  }

  /** Returns null for an exchange that cannot be redacted; it is not kept. */
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

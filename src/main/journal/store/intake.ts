/** Turns a raw exchange into an entry: redacts it by the current choices, and gives it the next sequence number. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import { type RedactedExchange, redactExchange } from '../../http/redact-exchange.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { RedactionRules } from '../../redact/field-kinds.ts';
import type { Entry } from './store.ts';

/** The choices that decide which parts of an exchange are stored. */
export type RedactionChoices = Pick<JournalChoices, 'bodyKilobytes' | 'keepGuests'> & Pick<RedactionRules, 'keepTexts'>;

/** Redacts secrets and the parts that the choices exclude. Every stored exchange passes through this function. */
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

  /** The last sequence number that was given. */
  get seq(): number {
    return this.#seq;
  }

  /** The number of exchanges that could not be redacted. */
  get failed(): number {
    return this.#failed;
  }

  /** Continues with sequence numbers above `seq`. */
  continueAfter(seq: number): void {
    this.#seq = Math.max(this.#seq, seq);
  }

  /** Continues at a number that a file whose highest number cannot be read has certainly not reached. */
  continueAfterUnknown(): void {
    if (this.#seq === 0) this.#seq = Math.round(this.#clock.now()) * 1_000;
  }

  /** Makes the entry; returns null for an exchange that cannot be redacted, which is then not stored. */
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

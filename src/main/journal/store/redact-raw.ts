/** The only place where a raw exchange becomes one that may be stored. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import { type RedactedExchange as Kept, redactExchange } from '../../http/redact/redact-exchange.ts';

/** What of an exchange is kept: see JournalChoices. */
export type RedactionChoices = Pick<JournalChoices, 'bodyKilobytes' | 'keepGuests'>;

/** An exchange without its sequence number. */
export type RedactedExchange = Kept;

/** Redacts secrets, and what the choices leave out. */
export function redactRaw(raw: RawExchange, { bodyKilobytes, keepGuests }: RedactionChoices): RedactedExchange {
  return redactExchange(raw, { keepGuests, bodyCap: bodyKilobytes * 1_024 });
}

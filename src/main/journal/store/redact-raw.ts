/** The one place where a raw exchange becomes one that may be kept. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import { type RedactedExchange as Kept, redactExchange } from '../../http/redact/redact-exchange.ts';

/** How an exchange is kept: see JournalChoices. */
export type KeepChoices = Pick<JournalChoices, 'bodyKilobytes' | 'keepGuests'>;

/** Everything of an exchange but its place in the journal. */
export type RedactedExchange = Kept;

/** The exchange without secrets, and without what the choices leave out. */
export function redactRaw(raw: RawExchange, { bodyKilobytes, keepGuests }: KeepChoices): RedactedExchange {
  return redactExchange(raw, { keepGuests, bodyCap: bodyKilobytes * 1_024 });
}

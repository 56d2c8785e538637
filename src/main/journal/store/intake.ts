/** Redacts exchanges before they are stored. */
import type { JournalChoices } from '../../../shared/model/app.ts';
import type { RawExchange } from '../../http/raw-exchange.ts';
import { type RedactedExchange, redactExchange } from '../../http/redact-exchange.ts';
import type { RedactionRules } from '../../redact/field-kinds.ts';

/** A person's choices that decide which parts of an exchange are stored. */
export type RedactionChoices = Pick<JournalChoices, 'bodyKilobytes' | 'keepGuests'> & Pick<RedactionRules, 'keepTexts'>;

/** Redacts an exchange by a person's choices. Every stored exchange passes through this function. */
export function redactRaw(
  raw: RawExchange,
  { bodyKilobytes, keepGuests, keepTexts }: RedactionChoices,
): RedactedExchange {
  return redactExchange(raw, { keepGuests, keepTexts, bodyCap: bodyKilobytes * 1_024 });
}

/** Collects the values of sensitive fields, because the exchange may repeat them elsewhere, for example in a message. */
import { GUEST_DATA, GUEST_MESSAGE, hasWords } from './field-kinds.ts';
import { oneOf, withoutSecrets } from './own-secrets.ts';

export interface FoundValues {
  readonly secrets: Set<string>;
  /** The values of guests, each with its placeholder. */
  readonly guests: Map<string, string>;
}

export const noneFound = (): FoundValues => ({ secrets: new Set(), guests: new Map() });

/** Whether a value under the name of a secret can be one. A short text may be a word about it, such as "required". */
const couldBeSecret = (text: string): boolean => text.length >= 8 && text.length <= 4_000 && /\d/.test(text);
/** Whether a guest's value is distinctive enough to be searched for: a message or other data of several words, or a name, address or number. */
const couldBeGuest = (text: string, placeholder: string): boolean =>
  (placeholder === GUEST_MESSAGE || placeholder === GUEST_DATA
    ? text.length >= 10 && text.length <= 2_000 && hasWords(text)
    : text.length >= 4 && text.length <= 80) && !/^(?:required|invalid|missing|unknown|guest|none|null)\b/i.test(text);
const MAX_FOUND = 100;

/** Redacts values that were found elsewhere in the exchange. A guest's value is redacted only where it is a whole word. */
export function withoutFound(text: string, { secrets, guests }: FoundValues): string {
  const clean = withoutSecrets(text, [...secrets].filter(couldBeSecret).slice(0, MAX_FOUND));
  const names = [...guests]
    .filter(([text, mark]) => couldBeGuest(text, mark))
    .map(([text]) => text)
    .slice(0, MAX_FOUND);
  if (!names.some((name) => clean.includes(name))) return clean;
  const longestFirst = names.sort((one, other) => other.length - one.length);
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])${oneOf(longestFirst)}(?![\p{L}\p{N}])`, 'gu');
  return clean.replace(pattern, (text) => guests.get(text) ?? GUEST_DATA);
}

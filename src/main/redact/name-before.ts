/** Reads the name before a value in running text: the name of its field, or of the collection in a path. */
import { kindOf } from './field-kinds.ts';
import { isSecretName } from './redact-keys.ts';

const VALUE = /[\w.~%+/-]/;
const MAX_VALUE_BEFORE = 300;
const NAME = /[\w$.[\]%-]/;
const MAX_NAME = 60;
const BETWEEN = /[\s"'\\(<]/;
const MAX_BETWEEN = 4;

/** Whether the value around `at` has the name of an identifier or a cursor: `cursor=…`, `"requestId": "…"`. */
export function isNamedHarmless(text: string, at: number): boolean {
  let start = backOver(text, at, VALUE, MAX_VALUE_BEFORE);
  if (isUnderName(text, backOver(text, start, BETWEEN, MAX_BETWEEN))) return true;
  // A plus sign of a query reads as a space once its escapes are undone.
  for (let part = 0; part < MAX_PARTS && text[start - 1] === ' '; part += 1) {
    start = backOver(text, start - 1, VALUE, MAX_VALUE_BEFORE);
    if (text[start - 1] === '=') return isUnderName(text, start);
  }
  return false;
}

const MAX_PARTS = 3;

/** Whether the name before the separator is harmless. `separator`: the index after the equals sign or colon. */
function isUnderName(text: string, separator: number): boolean {
  if (text[separator - 1] !== '=' && text[separator - 1] !== ':') return false;
  const end = backOver(text, separator - 1, BETWEEN, MAX_BETWEEN);
  const name = text.slice(backOver(text, end, NAME, MAX_NAME), end);
  return name !== '' && kindOf(name.replace(/%5B|%5D/gi, '_')) === 'safe';
}

const COLLECTION = /\/([A-Za-z][A-Za-z_-]{1,40})\/$/;
/** Segments of a path that are followed by a credential: `/reset/…`, `/invite/…`, `/hooks/…`. */
const OPENS = /reset|verif|confirm|invit|magic|hook|login|signin|activat|unsubscribe|session|share|key|auth/i;
const MAX_ID = 44;

/** Whether the segment of a path follows the name of a collection: `/listings/…`. */
export function isRecordInPath(text: string, start: number, end: number): boolean {
  if (text[start - 1] !== '/' || end - start > MAX_ID) return false;
  const collection = COLLECTION.exec(text.slice(Math.max(0, start - 45), start))?.[1];
  return collection !== undefined && !OPENS.test(collection) && !isSecretName(collection);
}

function backOver(text: string, from: number, characters: RegExp, limit: number): number {
  let at = from;
  while (at > 0 && from - at < limit && characters.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

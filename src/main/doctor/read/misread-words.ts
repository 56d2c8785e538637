/** Corrects words of error bodies that OCR misread, such as `lnvalid_client` and `error_descriptlon`. */
import { folded } from './misread-signs.ts';

const WORDS = [
  ...['error', 'error_description', 'error_code', 'message', 'code', 'data', 'errors', 'requestId', 'statusCode'],
  ...['invalid_client', 'invalid_scope', 'invalid_request', 'invalid_grant', 'invalid_token', 'access_denied'],
  ...['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'WRONG_REQUEST_PARAMETERS'],
  ...['LISTING_CALENDAR_BLOCKED', 'MIN_NIGHT_MISMATCH'],
];
const MAX_BODY = 4_000;

const BY_FOLD = new Map(WORDS.map((word) => [folded(word), word]));
const KNOWN = new Set(WORDS.map((word) => word.toLowerCase()));

/** Corrects the misread words among the whole texts of a short JSON body; a code may be broken over two lines. */
export function withoutMisreadWords(body: string): string {
  if (body.length > MAX_BODY) return body;
  return body.replace(/"([\w|! ]{4,40}(?:\\n[\w|! ]{1,30})?)"/g, (text, word: string) => {
    const whole = word.replace(/\\n/g, '');
    const known = BY_FOLD.get(folded(whole));
    return known === undefined || KNOWN.has(word.toLowerCase()) ? text : `"${known}"`;
  });
}

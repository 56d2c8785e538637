/** Finds the status of an answer in a sentence: "we got a 403 Forbidden", "Request failed with status code 401". */
import { digitsOf } from './misread-signs.ts';

const REASONS =
  'unauthori[sz]ed|forbidden|not found|too many requests|bad request|internal server error|bad gateway|service unavailable|' +
  'gateway time-?out|conflict|unprocessable|payment required|method not allowed|request time-?out|unsupported media type|' +
  'ok\\b|not acceptable|gone|proxy authentication required|precondition failed|client error|server error';
/** The pattern of a status; OCR reads 0 as O and 1 as l. */
const CODE = '([1-5][\\dOolI][\\dOolI])';
const PATTERNS = [
  new RegExp(String.raw`(?<![\w.,/-])${CODE}\b[\s):,-]{1,4}(?:\(\s?)?(?:${REASONS})`, 'i'),
  new RegExp(
    String.raw`\b(?:http(?:/[\d.]{1,3})?|status(?:[\s_-]?code)?|http_status|error(?:[\s_-]?code)?|response(?:[\s_-]?code)?)["']?\s{0,3}[:=#(]?\s{0,3}["'(]?(?:http\s)?${CODE}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:returned|returns|return|got|gets?|getting|receive[ds]?|receiving|answer(?:s|ed)?|respond(?:s|ed)?|throws?|failed|fails|with|code)\s{1,3}(?:us\s{1,3}|with\s{1,3})?(?:an?\s{1,3}|the\s{1,3})?(?:http\s{1,3})?(?:error\s{1,3})?(?:code\s{1,3}|status\s{1,3})?\(?${CODE.replace('[1-5]', '[45]')}\b(?![.,]\d)`,
    'i',
  ),
  new RegExp(String.raw`\(${CODE.replace('[1-5]', '[45]')}\)`),
  /\bok\W{1,3}(2\d\d)\b/i,
  /^\s{0,8}<Response \[(2\d\d)\]>/,
  new RegExp(
    String.raw`^\s{0,8}(?:<Response \[|=>|<?-+>?|→)?\s?${CODE.replace('[1-5]', '[45]')}(?:\]>)?\s{0,4}(?:$|[{<:-]|https?:)`,
  ),
  new RegExp(String.raw`\b${CODE.replace('[1-5]', '[45]')}\s{1,3}(?:errors?|responses?|status|http)\b`, 'i'),
];
/** Matches the time with which a line of a log begins. */
const STAMP =
  /^\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}(?:Z|[+-]\d\d:?\d\d)?\]?\s{1,4}(?:[[(]?[\w-]{1,20}[\])]?\s{1,4})?(?=\d{3}\b)/;
const MAX_SENTENCE = 2_000;

export function statusInWords(sentence: string): number | null {
  const text = sentence.slice(0, MAX_SENTENCE).replace(STAMP, '');
  if (!/[1-5][\dOolI]{2}/.test(text)) return null;
  for (const pattern of PATTERNS) {
    const code = pattern.exec(text)?.[1];
    if (code === undefined) continue;
    const status = Number(digitsOf(code));
    if (status >= 100 && status <= 599) return status;
  }
  return null;
}

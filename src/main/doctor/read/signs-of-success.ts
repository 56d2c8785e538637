/** Finds what speaks for a success in a text: a summary that counts no failure, and data of the service without any sign of a failure. */
import { folded } from './misread-signs.ts';
import { statusesIn } from './statuses-in-text.ts';

const MAX_LINE = 2_000;
const MAX_LINES = 300;
/** The number of fields of answers from which a text shows data of the service; one may be a word of a sentence. */
const MIN_FIELDS = 2;

/** The patterns of a count of failures, or of a share of successes, in the output of tests, jobs and load generators. */
const COUNTS = [
  /(?<![\w.,:+-])(\d[\d.,]*) (?:errors?|failed|failures)\b/gi,
  /(?:\b|_)(?:err(?:ors?)?|failed|failures?)\W{1,40}(\d[\d.,]*)(?=\s?%|[\s,;)]|$)/gi,
];
const SUCCESSES = /\bsuccess(?:es|ful)?\b[^\d\n]{1,80}(\d[\d.,]*)\s?%/gi;

/** True when the text has a summary, and each of its counts of failures is zero. */
export function countsNoFailure(lines: readonly string[]): boolean {
  const texts = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => /fail|err|success/i.test(line));
  const failures = texts.flatMap((line) => COUNTS.flatMap((pattern) => numbersIn(line, pattern)));
  const successes = texts.flatMap((line) => numbersIn(line, SUCCESSES));
  return (
    failures.length + successes.length > 0 &&
    failures.every((one) => one === 0) &&
    successes.every((one) => one === 100)
  );
}

const numbersIn = (line: string, pattern: RegExp): number[] =>
  [...line.matchAll(pattern)].map(([, digits = '']) => Number(digits.replace(/[.,]$/, '').replace(',', '.')));

/** Fields that answers of the service have and requests do not (service.md §6, §7), as OCR may write them. */
const FIELDS = [
  ...['results', 'nickname', 'pagination', 'minNights', 'ratePlans', 'subTotalPrice', 'hostPayout', 'invoiceItems'],
  ...['fareAccommodation', 'totalTaxes', 'access_token', 'expires_in', 'createdAt', 'propertyType', 'amenities'],
  ...['adjustment', 'accommodates', 'cta', 'ctd', 'count', 'skip'],
].map(folded);
const WORD = /[\w|!]{3,40}/g;
const SIGN_OF_FAILURE = /error|fail|exception|denied|refused|forbidden|invalid|expired|\bnot\b|n['’]t\b|problem|wrong/i;

/** Matches an amount of a quote that is zero: the quote has no price. */
const NO_PRICE = /\b(?:fareAccommodation|subTotalPrice|hostPayout)\W{1,4}0(?![.,]?\d)/;

/** True when the text holds fields of the service's answers, no status of a failure and no word of one. */
export function showsData(lines: readonly string[]): boolean {
  if (lines.length > MAX_LINES) return false;
  const texts = lines.map((line) => line.slice(0, MAX_LINE));
  if (
    texts.some(
      (line) =>
        NO_PRICE.test(line) || SIGN_OF_FAILURE.test(line) || statusesIn(line, false).some((status) => status >= 400),
    )
  )
    return false;
  const words = new Set(texts.flatMap((line) => line.match(WORD) ?? []).map(folded));
  return FIELDS.filter((field) => words.has(field)).length >= MIN_FIELDS;
}

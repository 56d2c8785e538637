import { MAX_LINE, MAX_LINES } from './limits.ts';
import { statusesIn } from './statuses.ts';

/** The minimum number of answer fields in a text that shows data of the service; a single one may be an ordinary word. */
const MIN_FIELDS = 2;

/** The patterns of a count of failures, or of a share of successes, in the output of tests, jobs and load generators. */
const COUNTS = [
  /(?<![\w.,:+-])(\d[\d.,]*) (?:errors?|failed|failures)\b/gi,
  /(?:\b|_)(?:err(?:ors?)?|failed|failures?)\W{1,40}(\d[\d.,]*)(?=\s?%|[\s,;)]|$)/gi,
];
/** Matches a count in a column of failures, with its share: `0(0.00%)`. */
const COLUMN = /\s(\d+)\s?\(\d[\d.,]*\s?%\)/g;
const PASSES = /\b(\d+) (?:pass(?:ed|ing)|bestanden|passés|superad[ao]s)\b/gi;
const SUCCESSES = /\bsuccess(?:es|ful)?\b[^\d\n]{1,80}(\d[\d.,]*)\s?%/gi;

/** Whether a text has a summary of a run and all failure counts in it are zero. */
export function countsNoFailure(lines: readonly string[]): boolean {
  const all = lines.map((line) => line.slice(0, MAX_LINE));
  const texts = all.filter((line) => /fail|err|success/i.test(line));
  const hasColumn = all.some((line) => /#\s?fail|failures?\s*\|/i.test(line));
  const failures = [
    ...texts.flatMap((line) => COUNTS.flatMap((pattern) => numbersIn(line, pattern))),
    ...(hasColumn ? all.flatMap((line) => numbersIn(line, COLUMN)) : []),
  ];
  const successes = [
    ...texts.flatMap((line) => numbersIn(line, SUCCESSES)),
    ...all.flatMap((line) => numbersIn(line, PASSES).map((count) => (count > 0 ? 100 : 0))),
  ];
  return (
    failures.length + successes.length > 0 &&
    failures.every((one) => one === 0) &&
    successes.every((one) => one === 100)
  );
}

const numbersIn = (line: string, pattern: RegExp): number[] =>
  [...line.matchAll(pattern)].map(([, digits = '']) => Number(digits.replace(/[.,]$/, '').replace(',', '.')));

/** Fields that answers of the service have and requests do not (service.md §6, §7). */
const FIELDS = [
  ...['results', 'nickname', 'pagination', 'minNights', 'ratePlans', 'subTotalPrice', 'hostPayout', 'invoiceItems'],
  ...['fareAccommodation', 'totalTaxes', 'access_token', 'expires_in', 'createdAt', 'propertyType', 'amenities'],
  ...['adjustment', 'accommodates', 'cta', 'ctd', 'count', 'skip'],
];
const WORD = /\w{3,40}/g;
const SIGN_OF_FAILURE = /error|fail|exception|denied|refused|forbidden|invalid|expired|\bnot\b|n['’]t\b|problem|wrong/i;

/** Matches a count or a field that says that there was no error. */
const NO_ERROR = /\$?\berrors?(?:\.(?:count|length))?["'\s:=]{0,6}(?:0|null|none|nil|false|\[\s?\])(?![\w.])/gi;

/** Matches an amount of a quote that is zero: the quote has no price. */
const NO_PRICE = /\b(?:fareAccommodation|subTotalPrice|hostPayout)\W{1,4}0(?![.,]?\d)/;

/** Whether a text shows fields of the service's answers and no sign of a failure. */
export function showsData(lines: readonly string[]): boolean {
  if (lines.length > MAX_LINES) return false;
  const texts = lines
    .map((line) => line.slice(0, MAX_LINE))
    .join('\n')
    .replace(NO_ERROR, '')
    .split('\n');
  if (
    texts.some(
      (line) => NO_PRICE.test(line) || SIGN_OF_FAILURE.test(line) || statusesIn(line).some((status) => status >= 400),
    )
  )
    return false;
  const words = new Set(texts.flatMap((line) => line.match(WORD) ?? []));
  return FIELDS.filter((field) => words.has(field)).length >= MIN_FIELDS;
}

/** Finds what speaks for a success in a text: a summary that counts no failure, and data of the service without any sign of a failure. */
import { asWords, conceptsOf, isNamed } from '../facts/concepts.ts';
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
/** Matches a count in a column of failures, with its share: `0(0.00%)`. */
const COLUMN = /\s(\d+)\s?\(\d[\d.,]*\s?%\)/g;
const PASSES = /\b(\d+) (?:pass(?:ed|ing)|bestanden|passés|superad[ao]s)\b/gi;
const SUCCESSES = /\bsuccess(?:es|ful)?\b[^\d\n]{1,80}(\d[\d.,]*)\s?%/gi;

/** True when the text has a summary, and each of its counts of failures is zero. */
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

/** Fields that answers of the service have and requests do not (service.md §6, §7), as OCR may write them. */
const FIELDS = [
  ...['results', 'nickname', 'pagination', 'minNights', 'ratePlans', 'subTotalPrice', 'hostPayout', 'invoiceItems'],
  ...['fareAccommodation', 'totalTaxes', 'access_token', 'expires_in', 'createdAt', 'propertyType', 'amenities'],
  ...['adjustment', 'accommodates', 'cta', 'ctd', 'count', 'skip'],
].map(folded);
const WORD = /[\w|!]{3,40}/g;
const SIGN_OF_FAILURE = /error|fail|exception|denied|refused|forbidden|invalid|expired|\bnot\b|n['’]t\b|problem|wrong/i;

/** Matches a count or a field that says that there was no error. */
const NO_ERROR = /\$?\berrors?(?:\.(?:count|length))?["'\s:=]{0,6}(?:0|null|none|nil|false|\[\s?\])(?![\w.])/gi;

/** Matches an amount of a quote that is zero: the quote has no price. */
const NO_PRICE = /\b(?:fareAccommodation|subTotalPrice|hostPayout)\W{1,4}0(?![.,]?\d)/;

/** True when the text holds fields of the service's answers, no status of a failure and no word of one. */
export function showsData(lines: readonly string[]): boolean {
  if (lines.length > MAX_LINES) return false;
  const texts = lines
    .map((line) => line.slice(0, MAX_LINE))
    .join('\n')
    .replace(NO_ERROR, '')
    .split('\n');
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

/** Matches the code with which a program says that it ended. */
const EXIT = /\bexit(?:ed|ing|s)?\b["']?(?:[\s:=,()]{0,3}(?:with|code|status)){0,2}[\s:=,()]{1,3}(\d{1,3})\b/gi;

/** True when the last program of the text ended with 0. */
export const endsWell = (lines: readonly string[]): boolean =>
  lines.flatMap((line) => numbersIn(line.slice(0, MAX_LINE), EXIT)).at(-1) === 0;

const WORKS_AGAIN = conceptsOf(
  'recovered|back to normal|works now|work now|works again|work again|working now|working again|funktioniert wieder|funktioniert jetzt|' +
    'läuft wieder|läuft jetzt|geht wieder|geht jetzt|fonctionne maintenant|fonctionne à nouveau|fonctionne de nouveau|funciona ahora|' +
    'funciona de nuevo|funciona agora|funziona adesso|funziona ora|funziona di nuovo|werkt weer|werkt nu',
);
const DENIES = /\b(?:not|never|n['’]t|nicht|no|pas|non|niet|until|once|if|when|after|why)\b|\?/i;

/** Words for a failure that comes back: it works again until the next time. */
const RETURNS = /\b(?:every|each time|daily|jede[nrs]?|chaque|cada|ogni|elke|until|bis zum)\b/i;

/** True when a sentence says that it works again, and the text shows a success. */
export const saysRecovered = (lines: readonly string[]): boolean =>
  !lines.some((line) => RETURNS.test(line)) &&
  lines.some((line) =>
    line.split(/(?<=[.!])\s/).some((sentence) => isNamed(asWords(sentence), WORKS_AGAIN) && !DENIES.test(sentence)),
  ) &&
  lines.some((line) => /(?<![\w.,/-])20[0124]\b(?!-)/.test(line));

const SUCCESS = /(?<![\w.,/:-])20[014](?=\s|$|[,;|)])/;
const OF_SERVICE = /\/(?:listings|search|quotes|calendar|token)\b|\b(?:open-api|booking)\.\w/;

/** True when the text has statuses of successes, none of a failure, and no word of one. */
export function showsOnlySuccess(lines: readonly string[]): boolean {
  if (lines.length > MAX_LINES) return false;
  const texts = lines.map((line) => line.slice(0, MAX_LINE));
  return (
    texts.some((line) => SUCCESS.test(line)) &&
    texts.some((line) => OF_SERVICE.test(line)) &&
    !texts.some((line) => NO_PRICE.test(line) || SIGN_OF_FAILURE.test(line) || /<(?:!doctype|html)/i.test(line)) &&
    !texts.some(
      (line) =>
        /(?<![\w.,/:-])[45]\d\d(?=\s|$|[,;|):.])/.test(line) || statusesIn(line, false).some((one) => one >= 300),
    )
  );
}

/** The words of all six languages, compiled for the search in folded text. */
import { WORDS_OF_ACCOUNTS } from './words-of-accounts.ts';
import { type Columns, WORDS_OF_REQUESTS } from './words-of-requests.ts';
import { WORDS_OF_STAYS } from './words-of-stays.ts';

const ROWS = { ...WORDS_OF_REQUESTS, ...WORDS_OF_ACCOUNTS, ...WORDS_OF_STAYS };

/** The name of a thing that people mention. */
export type Word = keyof typeof ROWS;

/** Excludes the start of a failure, which is not the age of a token, and times such as “9 Uhr”, which are not clocks. */
const HOUR = '(?<!\\d |\\d o )';
const SINCE = '(?<!\\b(?:since|seit|depuis|desde|da|dal|dalla|dall) )';

/** The pattern of a word: `*` stands for up to 30 letters, a blank for a blank or a hyphen. */
function patternOf(word: string, columns: Columns): RegExp {
  const alternatives = columns
    .filter((column) => column !== '')
    .join('|')
    .replaceAll(/(?:\\w)?\*/g, String.raw`\w{0,30}`)
    .replaceAll(' ', '[ -]');
  const since = word === 'ago' ? SINCE : word === 'clock' ? HOUR : '';
  return new RegExp(String.raw`(?<!\w)${since}(?:${alternatives})(?!\w)`, 'g');
}

export const PATTERNS: ReadonlyMap<Word, RegExp> = new Map(
  Object.entries(ROWS).map(([word, columns]) => [word as Word, patternOf(word, columns)]),
);

/** The words of all six languages, ready to be looked for in folded text. */
import { WORDS_OF_ACCOUNTS } from './words-of-accounts.ts';
import { type Columns, WORDS_OF_REQUESTS } from './words-of-requests.ts';
import { WORDS_OF_STAYS } from './words-of-stays.ts';

const ROWS = { ...WORDS_OF_REQUESTS, ...WORDS_OF_ACCOUNTS, ...WORDS_OF_STAYS };

/** A thing that people name. */
export type Word = keyof typeof ROWS;

/** When a failure began says nothing of the age of a token, and “9 Uhr” is no clock. */
const HOUR = '(?<!\\d |\\d o )';
const SINCE = '(?<!\\b(?:since|seit|depuis|desde|da|dal|dalla|dall) )';

/** A pattern of a row: `*` stands for up to 30 letters, a blank for a blank or a hyphen. */
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

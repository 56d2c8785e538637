/** Splits a typed stay into numeric dates, numbers and known words. */
import { type Code, meaningAt, type Word } from './words.ts';

/** A token. `code`: the letter of a word or a number (see {@link Code}), `d` for a numeric date, or `y` for a year. `day`: the numeric date. */
export interface Token {
  readonly code: Code | 'd' | 'y';
  readonly number?: number;
  readonly feast?: Word['feast'];
  readonly day?: WrittenDay;
}

export interface WrittenDay {
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

/** The order of day and month in a numeric date; both orders are tried when the separator does not decide it. */
export type Order = 'dayFirst' | 'monthFirst';

const ACCENTS = /\p{M}/gu;
const LIGATURES: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/œ/g, 'oe'],
  [/['\u2018\u2019\u02BC]/g, ' '],
  [/[\u2010-\u2015\u2212\u2192~]|->|\.{2,}|\u2026/g, ' - '],
];
/** The smallest four-digit number that is read as a year. */
const MIN_YEAR = 1_900;

const YEAR_FIRST = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/y;
const SHORT_DATE = /(\d{1,2})([./])(\d{1,2})(?!\d)(?:\2(\d{4}|\d{2})(?!\d)|\.)?/y;
const DASHED_DATE = /(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/y;
const NUMBER = /(\d{1,4})(\u00BA|\u00AA|\u00B0|st|nd|rd|th|er|re|eme|e|\.)?(?![\d\p{L}])/uy;
const WORD = /\p{L}+/uy;
const SKIPPED = /[\s,;:.()!?]+/y;

/**
 * Splits a text into tokens; null when a part is unknown. The result's `isOrderOpen` says that the other order of day and month gives different
 * tokens.
 */
export function tokensOf(
  text: string,
  order: Order,
): { readonly tokens: Token[]; readonly isOrderOpen: boolean } | null {
  let plain = text.toLowerCase().normalize('NFD').replace(ACCENTS, '');
  for (const [pattern, replacement] of LIGATURES) plain = plain.replace(pattern, replacement);
  const tokens: (Token | string)[] = [];
  let isOrderOpen = false;
  for (let at = 0; at < plain.length; ) {
    const take = (pattern: RegExp) => {
      pattern.lastIndex = at;
      const match = pattern.exec(plain);
      if (match) at = pattern.lastIndex;
      return match;
    };
    const dated = take(YEAR_FIRST);
    if (dated) {
      tokens.push(dateToken(dated[1], dated[3], dated[4]));
      continue;
    }
    const short = take(SHORT_DATE);
    const written = short ?? take(DASHED_DATE);
    if (written) {
      const [first, second, year] = short ? [short[1], short[3], short[4]] : [written[1], written[2], written[3]];
      const isOpen = short?.[2] !== '.';
      isOrderOpen ||= isOpen && first !== second;
      tokens.push(isOpen && order === 'monthFirst' ? dateToken(year, first, second) : dateToken(year, second, first));
      continue;
    }
    const number = take(NUMBER);
    if (number) {
      const value = Number(number[1]);
      const isYear = value >= MIN_YEAR && number[2] === undefined;
      tokens.push({ code: isYear ? 'y' : number[2] === undefined ? 'n' : 'o', number: value });
      continue;
    }
    const word = take(WORD);
    if (word) tokens.push(word[0]);
    else if (plain[at] === '/') {
      tokens.push('-');
      at += 1;
    } else if ('-+&'.includes(plain[at] ?? '')) {
      tokens.push(plain[at] ?? '');
      at += 1;
    } else if (!take(SKIPPED)) return null;
  }
  const known = withMeanings(tokens);
  return known && { tokens: known, isOrderOpen };
}

function dateToken(year: string | undefined, month: string | undefined, day: string | undefined): Token {
  const written = year === undefined ? null : Number(year) + (year.length === 2 ? 2_000 : 0);
  return { code: 'd', day: { year: written, month: Number(month), day: Number(day) } };
}

/** Replaces words by their meanings; null when a word is not known. */
function withMeanings(tokens: readonly (Token | string)[]): Token[] | null {
  const texts = tokens.map((token) => (typeof token === 'string' ? token : ''));
  const known: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (typeof token === 'object') {
      known.push(token);
      at += 1;
      continue;
    }
    const meaning = meaningAt(texts, at);
    if (meaning === null) return null;
    known.push(...meaning.words);
    at += meaning.length;
  }
  return known;
}

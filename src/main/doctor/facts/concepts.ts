/** Finds concepts in a sentence. A concept is a list of phrases with one meaning; a wording is a list of concepts that one sentence must name. */

/** A sentence of an answer. `words`: in lower case, codes as words, numbers as `#`, with one blank around each word. */
export interface Sentence {
  readonly text: string;
  readonly words: string;
}

/** Writes codes as words, so that `minNightMismatch` and `MIN_NIGHT_MISMATCH` read as `min night mismatch`. */
export const asWords = (text: string): string =>
  ` ${text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\bcan(?:[’']t| not)\b/gi, 'cannot')
    .replace(/n[’']t\b/g, ' not')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()} `;

export const sentencesOf = (said: string): Sentence[] =>
  said
    .split(/\s*(?:[.!?;·](?=\s|$)|[·\n])\s*/)
    .filter((text) => text !== '')
    .map((text) => ({ text, words: asWords(text).replace(/\d+/g, '#') }));

/** The concepts of a wording, with the phrases of each. `isNext`: it follows the one before it. */
export type Concept = { readonly phrases: readonly string[]; readonly isNext: boolean };

/** `a|b & c`: one of each, in any order; `>`: in this order; `+`: one directly behind the other. `*`: any end or beginning; `#`: a number. */
export function conceptsOf(wording: string): Concept[] {
  return wording.split(/ (?=[&>] )/).map((part) => {
    const groups = part.replace(/^[&>] /, '').split(' + ');
    const phrases = groups
      .map((group) => group.split('|'))
      .reduce((before, after) => before.flatMap((one) => after.map((two) => `${one} ${two}`)));
    return { isNext: part.startsWith('>'), phrases: phrases.map((phrase) => ` ${phrase} `.replace(/^ \*|\* $/g, '')) };
  });
}

export function isNamed(words: string, concepts: readonly Concept[]): boolean {
  let end = 0;
  return concepts.every(({ phrases, isNext }) => {
    const from = isNext ? end : 0;
    const places = phrases.flatMap((phrase) => {
      const at = words.indexOf(phrase, from);
      return at === -1 ? [] : [at + phrase.trimEnd().length];
    });
    end = Math.min(...places);
    return places.length > 0;
  });
}

/** Finds concepts in a sentence. A concept is a list of phrases with one meaning; a wording is a list of concepts that one sentence must name. */

/** A sentence of an answer. `words`: the sentence in lower case, with a space around each word and `#` for each number. */
export interface Sentence {
  readonly text: string;
  readonly words: string;
}

/** Writes a text in lower case with a space around each word, so that `minNightMismatch` becomes ` min night mismatch `. */
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

/** One concept of a wording: phrases with the same meaning. `isNext`: the concept must follow the one before it in a sentence. */
export type Concept = { readonly phrases: readonly string[]; readonly isNext: boolean };

/**
 * Parses a wording, a pattern for sentences. `a|b`: either phrase; `&`: and, in any order; `>`: and then; `+`: directly followed by; `*`: any word
 * beginning or end; `#`: a number.
 */
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

/** Protects sentences from the texts in them: removes marks that change the direction of text, and isolates right-to-left texts. */

const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Removes line breaks, control characters and marks that would reorder the surrounding text. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(DIRECTION_MARKS, '')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();

/**
 * Prepares a text for use in a sentence: isolates a right-to-left text, so that it cannot reorder the sentence (Unicode Standard Annex 9, FSI, PDI).
 */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;

/** Splits a sentence into its isolated texts and the texts between them, in order. */
export const isolatedParts = (sentence: string): { readonly text: string; readonly isIsolated: boolean }[] =>
  sentence
    .split(new RegExp(`(${FIRST_STRONG_ISOLATE}[^${POP_ISOLATE}]*${POP_ISOLATE})`))
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith(FIRST_STRONG_ISOLATE)
        ? { text: piece.slice(1, -1), isIsolated: true }
        : { text: piece, isIsolated: false },
    );

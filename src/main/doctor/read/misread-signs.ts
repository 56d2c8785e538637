/** Compares texts in which OCR confused similar signs. */

/**
 * The text in lower case with similar signs made equal, so that "Authorizatlon" equals "authorization". Blanks and marks between words are
 * removed.
 */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[1|!l]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/[\s_'-]/g, '');

/** The text with letters that OCR took for digits replaced: "4O3" becomes 403. */
export const digitsOf = (text: string): string => text.replace(/[oO]/g, '0').replace(/[Il|]/g, '1').replace(/S/g, '5');

/** Signs that OCR takes for each other. */

/** Small letters in which misread signs are the same: "Authorizatlon" and "authorization". Blanks and marks between words go. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[1|!l]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/[\s_'-]/g, '');

/** Digits that were read as letters: "4O3" is 403. */
export const digitsOf = (text: string): string => text.replace(/[oO]/g, '0').replace(/[Il|]/g, '1').replace(/S/g, '5');

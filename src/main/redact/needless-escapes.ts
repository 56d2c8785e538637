/** Finds escapes of letters and digits. No serializer writes them, so a text that contains any is disguised. */

const HEX = '(?:3[0-9]|[46][1-9a-f]|[57][0-9a])';
const DECIMAL = '(?:4[89]|5[0-7]|6[5-9]|[78]\\d|90|9[789]|1[01]\\d|12[012])';
/** The pattern of an escaped character, which may be escaped itself. */
const escapable = (plain: string, hex: string, decimal: number, ...names: readonly string[]): string =>
  `(?:${[plain, `\\\\(?:u00|x)${hex}`, `&(?:amp;){0,9}(?:${[`#x0{0,5}${hex}`, `#0{0,5}${decimal}`, ...names].join('|')});?`].join('|')})`;

const BACKSLASH = `${escapable(String.raw`\\`, '5c', 92, 'bsol')}`;
const AMPERSAND = escapable('&', '26', 38, 'amp');
const HASH = escapable('#', '23', 35, 'num');
const ESCAPED_PERCENT = `(?:\\\\(?:u00|x)25|&(?:amp;){0,9}(?:#x0{0,5}25|#0{0,5}37|percnt);?)`;

const CERTAIN = new RegExp(
  [
    `${BACKSLASH}u(?:00${HEX}|\\{0{0,4}${HEX}\\})`,
    `${AMPERSAND}(?:amp;){0,9}${HASH}(?:x0{0,5}${HEX}(?![0-9a-f])|0{0,5}${DECIMAL}(?!\\d))`,
    `${ESCAPED_PERCENT}(?:25){0,9}${HEX}`,
  ].join('|'),
  'i',
);
/** Matches two escaped bytes; a single one may be a folder, as in `C:\x64`. */
const BYTES = new RegExp(`(?:${BACKSLASH}x${HEX}[^\\\\]{0,40}){2}`, 'i');
const PERCENT = new RegExp(`%(?:25){0,9}${HEX}`, 'i');

/** Whether the text escapes letters or digits as JSON, JavaScript or markup do. */
export const hidesLetters = (text: string): boolean => /[\\&]/.test(text) && (CERTAIN.test(text) || BYTES.test(text));

/** Whether a part of an address escapes letters or digits. */
export const hidesLettersOfAddress = (part: string): boolean => part.includes('%') && PERCENT.test(part);

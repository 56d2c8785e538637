/** The marks that redaction puts in the place of secrets, personal data and whole bodies. */

const MARK =
  /\[(?:redacted|…|guest (?:name|message|data)|mail address|phone number)\]|^\[[\w.+/ -]{3,80}, \d+ bytes: (?:not recorded|not JSON and no form)/;

/** The mark in place of a text that a person marked in a bundle. Such a text is not shorter than the mark, so a redacted file never grows. */
export const REDACTED_BY_HAND = '[…]';

/** Matches a redaction mark, also in Markdown, where the closing bracket is escaped. */
const SHOWN = /(\[(?:redacted|…|guest (?:name|message|data)|mail address|phone number)\\?\])/;

/** Splits a text at its redaction marks: every second part is a mark. */
export const splitAtMarks = (text: string): string[] => text.split(SHOWN);

/** True when a text contains a redaction mark. The mark may be percent-encoded, even several times over, as in an address. */
export function isRedacted(text: string): boolean {
  if (MARK.test(text)) return true;
  if (!text.includes('%') && !text.includes('+')) return false;
  return MARK.test(
    text
      .replace(/%(?:25)+/g, '%')
      .replace(/%5b/gi, '[')
      .replace(/%5d/gi, ']')
      .replace(/%20|\+/g, ' '),
  );
}

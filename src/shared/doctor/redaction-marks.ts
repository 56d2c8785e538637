/** The marks with which redaction replaces secrets, personal data and whole bodies. */

const MARK =
  /\[(?:redacted|…|guest (?:name|message|data)|mail address|phone number)\]|^\[[\w.+/ -]{3,80}, \d+ bytes: (?:not recorded|not JSON and no form)/;

/** The mark for a text that a person marked in the preview of a bundle. No marked text is shorter, so a file never grows beyond its limit. */
export const REDACTED_BY_HAND = '[…]';

/** Matches a mark, also in Markdown, where the brackets are escaped. */
const SHOWN = /(\[(?:redacted|…|guest (?:name|message|data)|mail address|phone number)\\?\])/;

/** Splits a text at its redaction marks: every second part is a mark. */
export const splitAtMarks = (text: string): string[] => text.split(SHOWN);

/** True when a text contains a redaction mark. In an address the mark may be percent-encoded several times. */
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

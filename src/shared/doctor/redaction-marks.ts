/** The marks that redaction puts in place of secrets, personal data and whole bodies. */

const MARK =
  /\[(?:redacted|…|guest (?:name|message|data)|mail address|phone number)\]|^\[[\w.+/ -]{3,80}, \d+ bytes: (?:not recorded|not JSON and no form)/;

/** Stands for a text that a person marked in the preview of a bundle. No marked text is shorter, so that nothing outgrows its bounds. */
export const REDACTED_BY_HAND = '[…]';

/** In Markdown the brackets are escaped. */
const SHOWN = /(\[(?:redacted|…|guest (?:name|message|data)|mail address|phone number)\\?\])/;

/** Splits a text at its redaction marks: every second part is a mark. */
export const splitAtMarks = (text: string): string[] => text.split(SHOWN);

/** True when a text holds a redaction mark. In an address the mark may be percent-encoded several times. */
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

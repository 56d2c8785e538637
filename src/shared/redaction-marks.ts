/** The marks that redaction leaves in place of what it takes out of a text. */

const MARK = /\[(?:redacted|guest (?:name|message|data)|mail address|phone number)\]/;

/** Whether redaction took something out of a text. A mark may be escaped as often as what it stands in was. */
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

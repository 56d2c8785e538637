/** Cleans texts that strangers wrote (titles, names, notes, errors of the service) before an agent reads them: plain, short, without links. */

/** The maximum number of characters of a cleaned text. */
export const MAX_UNTRUSTED = 300;
/** The number of characters that are cleaned; the result is shorter still. */
const MAX_READ = 1_200;

/** Matches invisible characters: control, format (direction, zero width, tags), private, unassigned, variation selectors, blank fillers. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi;
/** Matches pictures and links of Markdown, whose text in brackets stays. */
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
/** Matches a word with an address in it: two slashes, a scheme that needs none, a host, an IP address or a mail address. */
const ADDRESS = new RegExp(
  [
    String.raw`//|\\\\|\bwww\.|localhost`,
    String.raw`(?<!\p{L})(?:https?|wss?|ftp|file|data|javascript|vbscript|mailto|tel|sms|sip|geo|blob|intent|about|magnet|ms-\w+|latchkey):\S`,
    String.raw`[\p{L}\p{N}_\\-]\.\p{L}{2}|[\w-]\u3002[a-z]{2}`,
    String.raw`\d\.\d{1,3}\.\d{1,3}\.\d|[^\s@]@[^\s@]`,
  ].join('|'),
  'iu',
);
const REMOVED = '(address removed)';

/** Removes invisible characters, markup and each word that could be an address from a text, and cuts it to {@link MAX_UNTRUSTED} characters. */
export function untrusted(text: string): string {
  let plain = text.slice(0, MAX_READ).toWellFormed().normalize('NFKC').slice(0, MAX_READ);
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain
      .replace(ENTITY, characterOf)
      .normalize('NFKC')
      .replace(/[\s\u2028\u2029]+/gu, ' ')
      .replace(UNSEEN, '')
      .replace(/<(?:!--|[/?!a-z])[^<>]*>/gi, ' ')
      .replace(LINK, '$1 ');
  }
  plain = plain
    .replace(/\S+/g, (word) => (ADDRESS.test(word) ? REMOVED : word))
    // Nothing that is left can begin a tag, a link or code.
    .replace(/[<>]/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('`', "'")
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > MAX_UNTRUSTED ? `${plain.slice(0, MAX_UNTRUSTED - 1).replace(/[\ud800-\udbff]$/, '')}…` : plain;
}

function characterOf(entity: string, hex: string | undefined, decimal: string | undefined, name: string | undefined) {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ' ';
}

/** Cleans the text of a field; `null` without a text. */
export const untrustedOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : untrusted(text);

/** Returns a text that has the form of an identifier; `null` for any other text, because an agent may obey it. */
export const plainId = (text: string | null): string | null =>
  text !== null && /^[\w.:-]{1,200}$/.test(text) ? text : null;

/** Returns a text that is a single word, such as a status; `null` for any other text, because an agent may obey it. */
export const plainWord = (text: string | null): string | null =>
  text !== null && /^[A-Za-z][\w-]{0,29}$/.test(text) ? text : null;

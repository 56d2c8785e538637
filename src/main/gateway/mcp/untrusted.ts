/** Texts that strangers wrote (titles, names, notes, errors of the service), as an agent may read them: plain, short, and without a way out. */

export const MAX_UNTRUSTED = 300;
/** The longest text that is looked at; what is shown is much shorter. */
const MAX_READ = 1_200;

/** Characters that a person does not see: control, format (direction, zero width, tags), private, unassigned, variation selectors, blank fillers. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi;
/** Pictures and links of Markdown; the text in the brackets stays. */
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
/** An address with a scheme, one that begins with two slashes or www., and a host with a path or a query. */
const ADDRESS =
  /\b[a-z][a-z\d+.-]{1,20}:\/*[^\s:][^\s]*|\/\/\S+|\bwww\.\S+|\b[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?[/?#]\S*/giu;
const SCHEMES = /^(?:https?|ftp|file|data|javascript|vbscript|mailto|tel|blob|ws|wss|latchkey)$/i;
const REMOVED = '(address removed)';

/** The text without what could hide, act or lead elsewhere; at most {@link MAX_UNTRUSTED} characters. */
export function untrusted(text: string): string {
  let plain = text.slice(0, MAX_READ).toWellFormed().normalize('NFKC').slice(0, MAX_READ);
  plain = plain
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(ENTITY, characterOf)
    .replace(UNSEEN, ' ');
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/<(?:!--|[/?!a-z])[^<>]*>/gi, ' ').replace(LINK, '$1 ');
  }
  plain = plain
    .replace(ADDRESS, (found) => (isAddress(found) ? REMOVED : found))
    // Nothing that is left can begin a tag, a link or code.
    .replace(/[<>]/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('`', "'")
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > MAX_UNTRUSTED ? `${plain.slice(0, MAX_UNTRUSTED - 1).replace(/[\ud800-\udbff]$/, '')}…` : plain;
}

/** "Check-in:16:00" has the form of an address, and is none. */
function isAddress(found: string): boolean {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(found)?.[1];
  return scheme === undefined || /^[^:]+:\/\//.test(found) || SCHEMES.test(scheme);
}

function characterOf(entity: string, hex: string | undefined, decimal: string | undefined, name: string | undefined) {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ' ';
}

/** A text for a field that has one, else `null`. */
export const untrustedOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : untrusted(text);

/** An identifier that the service made, if it is one: a sentence in its place would be read as trusted. */
export const plainId = (text: string | null): string | null =>
  text !== null && /^[\w.:-]{1,200}$/.test(text) ? text : null;

/** A word of the service's vocabulary, such as a status. */
export const plainWord = (text: string | null): string | null =>
  text !== null && /^[A-Za-z][\w-]{0,29}$/.test(text) ? text : null;

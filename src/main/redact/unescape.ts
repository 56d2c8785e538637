/** Undoes the escapes of JSON and JavaScript, of addresses and of markup. */

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', commat: '@', period: '.', colon: ':', sol: '/' },
  ...{ plus: '+', equals: '=', lowbar: '_', hyphen: '-', num: '#', percnt: '%', dollar: '$', bsol: '\\' },
  ...{ lcub: '{', rcub: '}', lsqb: '[', rsqb: ']', lpar: '(', rpar: ')', comma: ',', semi: ';', Tab: '\t' },
};
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const STARTS_ESCAPE = /[\\%&]/g;
const BACKSLASH = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([^ux]))/iy;
const PERCENT = /(?:%[0-9a-f]{2})+/iy;
/** Matches an entity. One without its semicolon must not run into further letters or escapes. */
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8})(?=;)|(amp|lt|gt|quot))(?:;|(?![0-9a-f%&\\]))/iy;
const LETTERS_OR_DIGITS = /[A-Za-z0-9]/g;
/** Matches bytes that stay escaped because they are not UTF-8. */
const NO_UTF8 = /%[89a-f][0-9a-f]/gi;

/** How often one layer of escapes is undone; a text that then still has escapes counts as disguised. */
const MAX_ROUNDS = 8;

/** A text without its escapes. `disguised`: how many ASCII letters and digits it escaped, which no serializer does. */
export interface PlainText {
  readonly plain: string;
  readonly disguised: number;
}

/** Undoes one layer of escapes. */
export function unescapedOnce(text: string): PlainText {
  let plain = '';
  let from = 0;
  let disguised = 0;
  for (let at = nextEscape(text, 0); at !== -1; at = nextEscape(text, at)) {
    const read = escapeAt(text, at);
    if (read === null) {
      at += 1;
      continue;
    }
    if (read.isCode) disguised += read.decoded.replace(NO_UTF8, '').match(LETTERS_OR_DIGITS)?.length ?? 0;
    plain += text.slice(from, at) + read.decoded;
    from = read.end;
    at = read.end;
  }
  return { plain: from === 0 ? text : plain + text.slice(from), disguised };
}

function nextEscape(text: string, from: number): number {
  STARTS_ESCAPE.lastIndex = from;
  return STARTS_ESCAPE.exec(text)?.index ?? -1;
}

/** An escape that was read. `isCode`: it has the number of its character, so it could stand for any. */
interface Escape {
  readonly decoded: string;
  readonly end: number;
  readonly isCode: boolean;
}

function escapeAt(text: string, at: number): Escape | null {
  const pattern = text[at] === '%' ? PERCENT : text[at] === '&' ? ENTITY : BACKSLASH;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return null;
  const end = pattern.lastIndex;
  const [whole, ...parts] = match;
  if (pattern === PERCENT) return { decoded: percentDecoded(whole), end, isCode: true };
  if (pattern === ENTITY) {
    const [decimal, hex, name, bare] = parts;
    if (name ?? bare) return { decoded: NAMED[name ?? bare ?? ''] ?? whole, end, isCode: false };
    return {
      decoded: character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)),
      end,
      isCode: true,
    };
  }
  const [braced, unit, byte, one = ''] = parts;
  const hex = braced ?? unit ?? byte;
  if (hex === undefined) return { decoded: SHORT[one] ?? one, end, isCode: false };
  return { decoded: character(Number.parseInt(hex, 16)), end, isCode: true };
}

/** Undoes all layers of escapes. */
export function unescaped(text: string): PlainText {
  let plain = text;
  let disguised = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = unescapedOnce(plain);
    disguised += next.disguised;
    if (next.plain === plain) return { plain, disguised };
    plain = next.plain;
  }
  return { plain, disguised: Number.POSITIVE_INFINITY };
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

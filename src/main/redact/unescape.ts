/** Undoes the escapes of JSON and JavaScript, of addresses and of markup. */

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', commat: '@', period: '.', colon: ':', sol: '/' },
  ...{ plus: '+', equals: '=', lowbar: '_', hyphen: '-', num: '#', percnt: '%', dollar: '$', bsol: '\\' },
  ...{ lcub: '{', rcub: '}', lsqb: '[', rsqb: ']', lpar: '(', rpar: ')', comma: ',', semi: ';', Tab: '\t' },
};
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Matches one escape. An entity without its semicolon counts only if no hexadecimal digit and no escape follows it. */
const ESCAPE =
  /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([^ux]))|((?:%[0-9a-f]{2})+)|&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8})(?=;)|(amp|lt|gt|quot))(?:;|(?![0-9a-f%&\\]))/gi;
const LETTERS_OR_DIGITS = /[A-Za-z0-9]/g;
/** Matches bytes that stay escaped because they are not UTF-8. */
const NO_UTF8 = /%[89a-f][0-9a-f]/gi;

/** How often one layer of escapes is undone; a text that then still has escapes counts as disguised. */
const MAX_ROUNDS = 8;

/** A text without its escapes. `disguised`: the number of ASCII letters and digits that were escaped, which no serializer escapes. */
export interface PlainText {
  readonly plain: string;
  readonly disguised: number;
}

/** Removes one layer of escapes from a text. */
export function unescapedOnce(text: string): PlainText {
  let disguised = 0;
  const coded = (decoded: string): string => {
    disguised += decoded.replace(NO_UTF8, '').match(LETTERS_OR_DIGITS)?.length ?? 0;
    return decoded;
  };
  const undone = (whole: string, ...[braced, unit, byte, short, bytes, hex, decimal, name, bare]: string[]): string => {
    if (short !== undefined) return SHORT[short] ?? short;
    if (bytes !== undefined) return coded(percentDecoded(bytes));
    if (decimal !== undefined) return coded(character(Number(decimal)));
    const code = braced ?? unit ?? byte ?? hex;
    return code === undefined ? (NAMED[name ?? bare ?? ''] ?? whole) : coded(character(Number.parseInt(code, 16)));
  };
  return { plain: /[\\%&]/.test(text) ? text.replace(ESCAPE, undone) : text, disguised };
}

/** Removes all layers of escapes from a text. */
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

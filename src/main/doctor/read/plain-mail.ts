/** Undoes the escapes with which ticket systems store a message: JSON and HTML entities. */

import { jsonOf } from '../facts/record-of.ts';

const MAX_TEXT = 2_000_000;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
  ...{ laquo: '«', raquo: '»', bdquo: '„', hellip: '…', ndash: '–', mdash: '—' },
};

export const plainMail = (text: string): string =>
  text.length > MAX_TEXT ? text : withoutEntities(withoutQuoting(asText(text)));

/** Undoes quoted-printable, in which a mail may be saved. */
const withoutQuoting = (text: string): string =>
  /^content-transfer-encoding: ?quoted-printable/im.test(text)
    ? text
        .replace(/=\r?\n/g, '')
        .replace(/(?:=[\dA-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'))
    : text;

/** A ticket system may store a message as one text of JSON. */
function asText(text: string): string {
  if (!/^\s*"[\s\S]*"\s*$/.test(text)) return text;
  const value = jsonOf(text);
  return typeof value === 'string' ? value : text;
}

const ENTITY = /&(?:#(\d{2,6})|#x([\da-f]{2,6})|([a-z]{2,8}));/gi;
/** Quotation marks that are escaped show that the whole text is: an address alone may hold `&lt;`. */
const ESCAPED_MARK = /&(?:quot|#0?3[49]|#x2[27]);/i;

/** Undoes the escapes of HTML where a whole text has them. */
const withoutEntities = (text: string): string => (ESCAPED_MARK.test(text) ? text.replace(ENTITY, entity) : text);

const entity = (all: string, decimal?: string, hexadecimal?: string, name?: string): string =>
  name === undefined
    ? codePoint(decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal), all)
    : (ENTITIES[name.toLowerCase()] ?? all);

const codePoint = (code: number, otherwise: string): string =>
  code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : otherwise;

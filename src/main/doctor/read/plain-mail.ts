/** Undoes the escapes with which mails and ticket systems store a message: quoted-printable, JSON and HTML entities. */

import { jsonOf } from '../facts/record-of.ts';

const MAX_TEXT = 2_000_000;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
  ...{ laquo: '«', raquo: '»', bdquo: '„', hellip: '…', ndash: '–', mdash: '—' },
};

/** A line of a message. `number`: that of its line in the text as it was pasted, from 0. */
export interface PlainLine {
  readonly text: string;
  readonly number: number;
}

export function plainMail(text: string): PlainLine[] {
  if (text.length > MAX_TEXT) return numbered(text);
  const said = asText(text);
  // A text of JSON stands on one line.
  const only = said === text ? null : numbered(text.slice(0, text.indexOf('"'))).length - 1;
  const lines = withoutQuoting(said);
  const isEscaped = lines.some((line) => ESCAPED_MARK.test(line.text));
  return lines.flatMap((line) =>
    numbered(isEscaped ? line.text.replace(ENTITY, entity) : line.text).map((one) => ({
      text: one.text,
      number: only ?? line.number,
    })),
  );
}

const numbered = (text: string): PlainLine[] =>
  text.split(/\r\n|\n|\r/).map((line, number) => ({ text: line, number }));

/** Undoes quoted-printable, in which a mail may be saved. */
function withoutQuoting(text: string): PlainLine[] {
  const lines = numbered(text);
  if (!/^content-transfer-encoding: ?quoted-printable/im.test(text)) return lines;
  const whole: { parts: string[]; number: number }[] = [];
  for (const [at, { text: line, number }] of lines.entries()) {
    const last = lines[at - 1]?.text.endsWith('=') ? whole.at(-1) : undefined;
    const part = at < lines.length - 1 && line.endsWith('=') ? line.slice(0, -1) : line;
    if (last === undefined) whole.push({ parts: [part], number });
    else last.parts.push(part);
  }
  return whole.map(({ parts, number }) => ({ text: parts.join('').replace(CODES, decoded), number }));
}

const CODES = /(?:=[\dA-F]{2})+/g;
const decoded = (codes: string): string => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8');

/** A ticket system may store a message as one text of JSON. */
function asText(text: string): string {
  if (!/^\s*"[\s\S]*"\s*$/.test(text)) return text;
  const value = jsonOf(text);
  return typeof value === 'string' ? value : text;
}

const ENTITY = /&(?:#(\d{2,6})|#x([\da-f]{2,6})|([a-z]{2,8}));/gi;
/** Quotation marks that are escaped show that the whole text is: an address alone may hold `&lt;`. */
const ESCAPED_MARK = /&(?:quot|#0?3[49]|#x2[27]);/i;

const entity = (all: string, decimal?: string, hexadecimal?: string, name?: string): string =>
  name === undefined
    ? codePoint(decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal), all)
    : (ENTITIES[name.toLowerCase()] ?? all);

const codePoint = (code: number, otherwise: string): string =>
  code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : otherwise;

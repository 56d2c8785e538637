/** Decodes the HTML entities with which ticket systems store a message. */

const MAX_TEXT = 2_000_000;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
  ...{ laquo: '«', raquo: '»', bdquo: '„', hellip: '…', ndash: '–', mdash: '—' },
};

/** A line of a mail. `number`: its line number in the pasted text, from 0. */
export interface PlainLine {
  readonly text: string;
  readonly number: number;
}

export function plainMail(text: string): PlainLine[] {
  if (text.length > MAX_TEXT) return numbered(text);
  const lines = numbered(text);
  if (!lines.some((line) => ESCAPED_MARK.test(line.text))) return lines;
  return lines.flatMap(({ text: line, number }) =>
    numbered(line.replace(ENTITY, entity)).map((one) => ({ text: one.text, number })),
  );
}

const numbered = (text: string): PlainLine[] =>
  text.split(/\r\n|\n|\r/).map((line, number) => ({ text: line, number }));

const ENTITY = /&(?:#(\d{2,6})|#x([\da-f]{2,6})|([a-z]{2,8}));/gi;
/** Matches an escaped quotation mark, which shows that the whole text is escaped; `&lt;` may also occur in an ordinary address. */
const ESCAPED_MARK = /&(?:quot|#0?3[49]|#x2[27]);/i;

const entity = (all: string, decimal?: string, hexadecimal?: string, name?: string): string =>
  name === undefined
    ? codePoint(decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal), all)
    : (ENTITIES[name.toLowerCase()] ?? all);

const codePoint = (code: number, otherwise: string): string =>
  code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : otherwise;

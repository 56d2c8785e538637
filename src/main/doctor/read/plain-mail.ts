/** Decodes the text of a mail from quoted-printable and HTML. */

const MAX_TEXT = 2_000_000;
/** Matches signs that quoted-printable escapes: `=3D`, `=20` at the end of a line, the bytes of UTF-8. */
const ESCAPED = /=(?:3D|20\r?\n|C3=[89A-B][\dA-F]|E2=80=[89A-B][\dA-F])/g;
const MIN_ESCAPED = 2;
/** Matches the start of an HTML mail. A page that a proxy sends looks the same, but has no request in it. */
const IS_MAIL = /^\s*<(?:!doctype html|html|body|div|p)\b/i;
const HAS_REQUEST =
  /(?:\b(?:GET|POST|PUT|PATCH|DELETE)\s{1,4}(?:https?:\/\/|\/)|\bcurl\s|Authorization:|HTTP\/[\d.]{1,3}\s{1,4}[1-5]\d\d|\{\s{0,4}(?:&quot;|&#34;))/;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’' },
  ...{ laquo: '«', raquo: '»', bdquo: '„', hellip: '…', ndash: '–', mdash: '—' },
};

export const plainMail = (text: string): string =>
  text.length > MAX_TEXT ? text : withoutEntities(withoutTags(withoutEntities(asText(withoutQuotedPrintable(text)))));

/** A ticket system may store a message as one text of JSON. */
function asText(text: string): string {
  if (!/^\s*"[\s\S]*"\s*$/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
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

function withoutQuotedPrintable(text: string): string {
  const isDeclared = /content-transfer-encoding:\s?quoted-printable/i.test(text.slice(0, 8_000));
  if (!isDeclared && (text.match(ESCAPED)?.length ?? 0) < MIN_ESCAPED) return text;
  // A form or an address may hold `=3D` by itself; a mail also breaks its lines.
  if (!isDeclared && !/=\r?\n/.test(text)) return text;
  return text.replace(/=\r?\n/g, '').replace(/(?:=[\dA-F]{2}){1,200}/g, (bytes) => {
    const decoded = Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8');
    return decoded.includes('\ufffd') ? bytes : decoded;
  });
}

function withoutTags(text: string): string {
  if (!IS_MAIL.test(text.slice(0, 400)) || !HAS_REQUEST.test(text)) return text;
  return text
    .replace(/<(?:style|script)\b[^>]{0,400}>[^<]{0,100000}<\/(?:style|script)>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/pre|hr)\b[^>]{0,200}>/gi, '\n')
    .replace(/<\/?[a-z][\w-]{0,20}(?:\s[^<>]{0,2000})?\/?>/gi, '')
    .replace(ENTITY, entity);
}

const codePoint = (code: number, otherwise: string): string =>
  code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : otherwise;
